import { Migration } from '@mikro-orm/migrations'

/** Counts what an address was told about orders that are not paid, however its capitals were typed. */
export class Migration20261126030100_orders_email_folded extends Migration {
  override up(): void {
    this.addSql('drop index "orders_email_idx"')
    this.addSql(
      'create index "orders_email_idx" on "orders" (lower("customer_email")) where "customer_email" is not null and "paid_at" is null',
    )
  }
}
