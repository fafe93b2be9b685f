import { Migration } from '@mikro-orm/migrations'

/**
 * Tells an order that its shopper has cancelled, and may open again, from one that the owner has. Of the orders that are cancelled
 * already, and of those that a shop of the version before still cancels, it is not known: they count as the owner's and stay
 * cancelled. The database takes the mark back, because many writers move an order on.
 */
export class Migration20261126051100_cancelled_by_shopper extends Migration {
  override up(): void {
    this.addSql('alter table "orders" add "cancelled_by_shopper" boolean not null default false')
    this.addSql(`
      create function clear_cancelled_by_shopper() returns trigger language plpgsql set search_path = public, pg_temp as $$
      begin
        new.cancelled_by_shopper := false;
        return new;
      end $$`)
    this.addSql(`
      create trigger orders_clear_cancelled_by_shopper before update of status on orders for each row
      when (old.cancelled_by_shopper and new.status <> 'cancelled') execute function clear_cancelled_by_shopper()`)
  }
}
