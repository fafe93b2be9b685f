import { Migration } from '@mikro-orm/migrations'

/** Finds the receipts that the administrator typed, also those of attempts whose provider has not named its own yet. */
export class Migration20261122001602_typed_receipts extends Migration {
  override up(): void {
    this.addSql(`drop index "payments_manual_receipt_idx";`)
    this.addSql(
      `create index "payments_typed_receipt_idx" on "payments" (upper("receipt_number")) where "provider_receipt" is null and "deleted_at" is null`,
    )
  }
}
