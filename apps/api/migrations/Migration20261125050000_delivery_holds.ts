import { Migration } from '@mikro-orm/migrations'

/**
 * An order that is to be paid on delivery holds its pieces for a time too, and takes again what is left when it is moved on. Those
 * that wait now get a week, from yesterday on where they are older: none of them counts as placed at the update. A trigger that
 * is replaced, not dropped, locks out writers alone; they come first, so that nobody waits for a single row of ours.
 */
export class Migration20261125050000_delivery_holds extends Migration {
  override up(): void {
    this.addSql(`
      create or replace trigger orders_move_stock after update of status, deleted_at, paid_at, payment_method on orders
      for each row when (
        is_over_for_stock(old.status, old.deleted_at) is distinct from is_over_for_stock(new.status, new.deleted_at)
        or (old.paid_at is null and new.paid_at is not null)
        or (old.payment_method <> 'manual' and new.payment_method = 'manual')
        or (old.status = 'pending' and new.status in ('processing', 'shipped', 'delivered'))
      ) execute function follow_order_with_stock()`)
    this.addSql(`
      update orders set pieces_held_until = greatest(created_at, now() - interval '1 day') + interval '7 days'
      where payment_method = 'manual' and status = 'pending' and paid_at is null and deleted_at is null`)
  }
}
