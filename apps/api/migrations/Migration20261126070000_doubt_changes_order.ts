import { Migration } from '@mikro-orm/migrations'

const isOpen = (row: 'old' | 'new') => `(${row}.attention is not null and ${row}.deleted_at is null)`

/**
 * An order shows whether its money is in doubt, so a doubt that begins or ends changes the order: whoever follows orders by their
 * last change learns of it, and an edit of the order as it was read before is refused. The database says so, whoever raises a
 * flag, takes a flagged payment off the lists, or moves it to another order.
 */
export class Migration20261126070000_doubt_changes_order extends Migration {
  override up(): void {
    // A report may be older than the last edit of its order, and versions on the wire end at the millisecond.
    this.addSql(`
      create function touch_doubted_order() returns trigger language plpgsql set search_path = public, pg_temp as $$
      begin
        update orders o set updated_at = greatest(o.updated_at + interval '1 millisecond', new.updated_at)
        where o.id in (new.order_id, old.order_id);
        return null;
      end $$`)
    // Every writer locks a payment's order before the payment, so that this finds it locked.
    this.addSql(`
      create trigger payments_touch_doubted_order after update of attention, deleted_at, order_id on payments for each row
      when (${isOpen('old')} <> ${isOpen('new')} or (${isOpen('new')} and old.order_id <> new.order_id))
      execute function touch_doubted_order()`)
  }
}
