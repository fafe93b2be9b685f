import { Migration } from '@mikro-orm/migrations'

/** All money of the order `o` has gone back: one of its payments is refunded, and none pays it. */
const isRefunded = `
  exists (select from payments where order_id = o.id and status = 'refunded' and not is_surplus and deleted_at is null)
  and not exists (select from payments where order_id = o.id and status = 'completed' and not is_surplus and deleted_at is null)`

/**
 * An order whose money has all gone back, or has come back, is changed by that, also where a payment is entered as refunded that never
 * paid it: whoever follows orders by their last change learns of it.
 */
export class Migration20261126070100_refund_changes_order extends Migration {
  override up(): void {
    this.addSql(`
      create or replace function show_refunded_order() returns trigger language plpgsql set search_path = public, pg_temp as $$
      begin
        update orders o
        set refunded_at = case when ${isRefunded} then coalesce(o.refunded_at, new.updated_at) end,
            updated_at = greatest(o.updated_at + interval '1 millisecond', new.updated_at)
        where o.id in (new.order_id, case when tg_op = 'UPDATE' then old.order_id end)
          and (o.refunded_at is not null) is distinct from (${isRefunded});
        return null;
      end $$`)
  }
}
