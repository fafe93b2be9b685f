import { Migration } from '@mikro-orm/migrations'

const methodChecks = { orders: 'payment_method', payments: 'payment_method', gateway_messages: 'gateway' }

/**
 * A provider's own id of an attempt and the receipt it proved stand in columns that all providers share, so that settling
 * needs to know none of them. Which methods there are is no longer the database's to say.
 */
export class Migration20261122000700_payment_providers extends Migration {
  override up(): void {
    // The statements of a running shop end after seconds; filling in a million payments takes longer.
    this.addSql('set local statement_timeout = 0')
    for (const [table, column] of Object.entries(methodChecks)) {
      const name = `${table}_${column}_check`
      this.addSql(`alter table "${table}" drop constraint "${name}";`)
      this.addSql(`alter table "${table}" add constraint "${name}" check (${column} ~ '^[a-z][a-z0-9-]{0,29}$');`)
    }
    this.addSql(`alter table "payments" add "provider_reference" text null, add "provider_receipt" text null;`)
    this.addSql(
      `update "payments" set "provider_reference" = coalesce("mpesa_checkout_request_id", "stripe_payment_intent_id"),
              "provider_receipt" = coalesce("mpesa_receipt_number", "stripe_charge_id")
       where coalesce("mpesa_checkout_request_id", "stripe_payment_intent_id", "mpesa_receipt_number", "stripe_charge_id") is not null;`,
    )
    this.addSql(
      `alter table "payments" add constraint "payments_provider_reference_unique" unique ("provider_reference", "payment_method");`,
    )
    this.addSql(`alter table "payments" add constraint "payments_provider_receipt_unique" unique ("provider_receipt");`)
    this.addSql(`drop index "payments_charge_idx";`)
  }
}
