import { Migration } from '@mikro-orm/migrations'

/** Every message of money is checked against the receipts on the books; none of these checks may read all of them. */
export class Migration20261121000006_payment_references extends Migration {
  override up(): void {
    this.addSql(`create index "payments_charge_idx" on "payments" ("stripe_charge_id")`)
    this.addSql(
      `create index "payments_by_hand_receipt_idx" on "payments" ("receipt_number") where "is_by_hand" and "deleted_at" is null`,
    )
  }
}
