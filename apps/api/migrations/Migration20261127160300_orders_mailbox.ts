import { Migration } from '@mikro-orm/migrations'

/** Counts what a mailbox was told about orders that are not paid: what follows a + in an address leads to the same one. */
export class Migration20261127160300_orders_mailbox extends Migration {
  override up(): void {
    this.addSql(
      `create index "orders_mailbox_idx" on "orders" (lower(regexp_replace("customer_email", '[+][^@]*', ''))) where "customer_email" is not null and "paid_at" is null`,
    )
    // At the very end of the update: nobody reads orders from here on until all of it is done.
    this.addSql('drop index "orders_email_idx"')
  }
}
