import { Migration } from '@mikro-orm/migrations'

/** Counts what an address was told about orders that are not paid. */
export class Migration20261123361000_orders_email extends Migration {
  override up(): void {
    this.addSql(
      'create index "orders_email_idx" on "orders" ("customer_email") where "customer_email" is not null and "paid_at" is null',
    )
  }
}
