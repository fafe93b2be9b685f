import { Migration } from '@mikro-orm/migrations'

/** The cash of a day is also that of orders which were entered as delivered on it and deleted since; those are few among all orders. */
export class Migration20261127180400_deleted_orders extends Migration {
  override up(): void {
    this.addSql(
      'create index "orders_deleted_newest_idx" on "orders" ("created_at" desc, "id" desc) where "deleted_at" is not null',
    )
  }
}
