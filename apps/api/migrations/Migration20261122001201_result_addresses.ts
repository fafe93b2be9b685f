import { Migration } from '@mikro-orm/migrations'

/** The addresses that a provider's answers come to are no longer those of refunds alone. */
export class Migration20261122001201_result_addresses extends Migration {
  override up(): void {
    this.addSql('alter table "refund_callbacks" rename to "result_addresses";')
    for (const name of ['pkey', 'refund_id_foreign', 'kind_check']) {
      this.addSql(
        `alter table "result_addresses" rename constraint "refund_callbacks_${name}" to "result_addresses_${name}";`,
      )
    }
    this.addSql('alter index "refund_callbacks_refund_idx" rename to "result_addresses_refund_idx";')
    this.addSql('alter table "webhook_events" rename column "refund_token_hash" to "result_token_hash";')
  }
}
