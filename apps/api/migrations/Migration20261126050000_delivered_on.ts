import { Migration } from '@mikro-orm/migrations'

/** The cash of a day is that of the orders delivered on it, which are few among all changes of all orders. */
export class Migration20261126050000_delivered_on extends Migration {
  override up(): void {
    this.addSql(`
      create index "order_status_changes_delivered_idx" on "order_status_changes" ("changed_at")
        where "status" = 'delivered'`)
  }
}
