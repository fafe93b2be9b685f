import { Migration } from '@mikro-orm/migrations'

/** A receipt that is being checked for one order may be typed for another: that claim waits instead of being refused. */
export class Migration20261125072000_claims_wait extends Migration {
  override up(): void {
    this.addSql(`
      alter table "receipt_claims" add "waits_for_other" boolean not null default false,
        add constraint "receipt_claims_waits_check" check (not waits_for_other or coalesce(reason, '') = 'claimed')`)
    this.addSql(
      'create index "receipt_claims_waiting_idx" on "receipt_claims" ("receipt", "gateway", "number") where "waits_for_other"',
    )
  }
}
