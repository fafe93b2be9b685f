import { Migration } from '@mikro-orm/migrations'

/** Counts the orders that wait to be paid on delivery, and reads no others for it. */
export class Migration20261125050100_orders_on_delivery extends Migration {
  override up(): void {
    this.addSql(
      `create index "orders_on_delivery_idx" on "orders" ("pieces_held_until") where "payment_method" = 'manual' and "status" = 'pending' and "paid_at" is null and "deleted_at" is null`,
    )
  }
}
