import { Migration } from '@mikro-orm/migrations'

/** The orders that money without an order may be for are found by their price: a page of it read every order of a month for each line. */
export class Migration20261127160200_unpaid_by_amount extends Migration {
  override up(): void {
    this.addSql(
      'create index "orders_unpaid_amount_idx" on "orders" ("total", "created_at" desc) where "paid_at" is null',
    )
  }
}
