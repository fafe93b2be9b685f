import { Migration } from '@mikro-orm/migrations'

/** Counts what a mailbox was told about orders that are not paid: what follows a + leads to the same one, and so do the dots of Gmail. */
export class Migration20261127160300_orders_mailbox extends Migration {
  override up(): void {
    this.addSql(
      `create index "orders_mailbox_idx" on "orders" (regexp_replace(regexp_replace(regexp_replace(lower("customer_email"), '[+][^@]*', ''), '@googlemail[.]com$', '@gmail.com'), '[.](?=[^@]*@gmail[.]com$)', '', 'g')) where "customer_email" is not null and "paid_at" is null`,
    )
    // At the very end of the update: nobody reads orders from here on until all of it is done.
    this.addSql('drop index "orders_email_idx"')
  }
}
