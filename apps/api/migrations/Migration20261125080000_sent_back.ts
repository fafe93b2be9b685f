import { Migration } from '@mikro-orm/migrations'

/** Money that went back pays no order by itself: what says so is found by its index, and a claim says why it waits. */
export class Migration20261125080000_sent_back extends Migration {
  override up(): void {
    this.addSql(`
      create index "gateway_transactions_sent_back_idx" on "gateway_transactions" ("related_reference")
        where "kind" in ('refund', 'dispute') and "amount_cents" < 0`)
    this.addSql(`
      alter table "receipt_claims" drop constraint "receipt_claims_left_because_check",
        add constraint "receipt_claims_left_because_check"
          check ("left_because" in ('unproved', 'before-order', 'sent-back', 'operator-refused'))`)
  }
}
