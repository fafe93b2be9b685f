import { Migration } from '@mikro-orm/migrations'

/** Finds the lines of orders that gave pieces back: few at any time. */
export class Migration20261122203002_missing_pieces extends Migration {
  override up(): void {
    this.addSql(`create index "order_items_given_back_idx" on "order_items" ("order_id") where "given_back" > 0;`)
  }
}
