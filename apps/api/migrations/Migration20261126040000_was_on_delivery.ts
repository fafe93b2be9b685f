import { Migration } from '@mikro-orm/migrations'

/** No money of the order `o` has come, or gone back: what there was, was a mistake. */
const hasNoMoney = `
  not exists (select from payments where order_id = o.id and status in ('completed', 'refunded') and not is_surplus and deleted_at is null)`

/**
 * An order on delivery that was paid by mistake is one again once that payment is taken off it: its cash counts, and it is to be
 * packed. The database says so, whoever changes the payments. Of older orders it is not known.
 */
export class Migration20261126040000_was_on_delivery extends Migration {
  override up(): void {
    this.addSql('alter table "orders" add "was_on_delivery" boolean null')
    this.addSql(`
      create function return_to_delivery() returns trigger language plpgsql set search_path = public, pg_temp as $$
      begin
        update orders o set payment_method = 'manual', updated_at = greatest(o.updated_at, new.updated_at)
        where o.id in (new.order_id, old.order_id) and o.was_on_delivery and o.payment_method <> 'manual' and ${hasNoMoney};
        return null;
      end $$`)
    const decisive = ['status', 'is_surplus', 'deleted_at', 'order_id']
    // Every writer locks a payment's order before the payment, so that this finds it locked.
    this.addSql(`
      create trigger payments_return_to_delivery after update of ${decisive.join(', ')} on payments for each row
      when (old.status in ('completed', 'refunded')
            and (${decisive.map((column) => `old.${column} is distinct from new.${column}`).join(' or ')}))
      execute function return_to_delivery()`)
  }
}
