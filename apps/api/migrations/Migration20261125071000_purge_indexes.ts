import { Migration } from '@mikro-orm/migrations'

/** The nightly purges find the messages and payers that are due without reading those that went years ago. */
export class Migration20261125071000_purge_indexes extends Migration {
  override up(): void {
    this.addSql('create index "webhook_events_body_idx" on "webhook_events" ("received_at") where "body" is not null')
    this.addSql(
      `create index "gateway_transactions_payer_idx" on "gateway_transactions" ("created_at") where "payment_id" is null and "refund_id" is null and ("payer_name" <> 'Erased' or "payer_phone" <> 'Erased' or "account" <> 'Erased')`,
    )
  }
}
