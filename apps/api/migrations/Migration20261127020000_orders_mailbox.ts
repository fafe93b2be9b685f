import { Migration } from '@mikro-orm/migrations'

/** Counts what a mailbox was told about orders that are not paid: what follows a + in an address leads to the same one. */
export class Migration20261127020000_orders_mailbox extends Migration {
  override up(): void {
    this.addSql('drop index "orders_email_idx"')
    this.addSql(
      `create index "orders_mailbox_idx" on "orders" (lower(regexp_replace("customer_email", '[+][^@]*', ''))) where "customer_email" is not null and "paid_at" is null`,
    )
  }
}
