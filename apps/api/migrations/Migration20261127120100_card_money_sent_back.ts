import { Migration } from '@mikro-orm/migrations'

/** Card money that went back is found by the payment that the lines name: each of Stripe's lines has a reference of its own. */
export class Migration20261127120100_card_money_sent_back extends Migration {
  override up(): void {
    this.addSql(`
      create index "gateway_transactions_back_of_payment_idx" on "gateway_transactions" ("payment_reference")
        where "kind" in ('refund', 'dispute')`)
  }
}
