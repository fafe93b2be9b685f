import { Migration } from '@mikro-orm/migrations'

/**
 * The cash that went back on a day is that of the orders cancelled on it, which are few among all changes of all orders. Before the
 * indexes of the orders and payments, as nobody orders or pays from there on until all of the update is done.
 */
export class Migration20261127155900_cancelled_on extends Migration {
  override up(): void {
    this.addSql(`
      create index "order_status_changes_cancelled_idx" on "order_status_changes" ("changed_at")
        where "status" = 'cancelled'`)
  }
}
