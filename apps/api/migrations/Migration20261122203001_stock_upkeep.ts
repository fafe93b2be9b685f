import { Migration } from '@mikro-orm/migrations'

const plpgsql = 'language plpgsql set search_path = public, pg_temp'

/**
 * What must happen whoever writes: every product has its first variant at the product's prices, every process hears that
 * something is sold out or back, and an order that ends gives back what it took. See docs/behaviour.md#stock.
 */
export class Migration20261122203001_stock_upkeep extends Migration {
  override up(): void {
    this.keepFirstVariant()
    this.moveStock()
    this.followOrders()
    this.keepLedger()
    this.notifyProcesses()
  }

  /** Statements of several products lock the variants in the order of their ids, as orders do. */
  private keepFirstVariant(): void {
    this.addSql(`
      create function add_first_variant() returns trigger ${plpgsql} as $$
      begin
        insert into variants (product_id, price, original_price, updated_at)
        select id, price, original_price, updated_at from added order by id;
        return null;
      end $$`)
    this.addSql(`
      create trigger products_add_variant after insert on products referencing new table as added
      for each statement execute function add_first_variant()`)
    this.addSql(`
      create function keep_first_variant() returns trigger ${plpgsql} as $$
      begin
        with other as materialized (
          select v.id, p.price, p.original_price, p.updated_at
          from changed p join variants v on v.product_id = p.id and v.position = 0
          where (v.price, v.original_price) is distinct from (p.price, p.original_price)
          order by v.id for update of v
        )
        update variants v set price = o.price, original_price = o.original_price, updated_at = o.updated_at
        from other o where v.id = o.id;
        return null;
      end $$`)
    this.addSql(`
      create trigger products_keep_variant after update on products referencing new table as changed
      for each statement execute function keep_first_variant()`)
  }

  /**
   * The order is locked first, then its variants in the order of their ids. The next number of an order and a variant is
   * unique, so that two who move the same pieces at once cannot both succeed.
   */
  private moveStock(): void {
    this.addSql(`
      create function note_stock_change(of_order uuid, of_variant uuid, why text, change int, left_over int, at timestamptz)
      returns void ${plpgsql} as $$
      begin
        insert into stock_changes (variant_id, order_id, number, reason, pieces, count_after, occurred_at)
        select of_variant, of_order, coalesce(max(number), 0) + 1, why, change, left_over, at
        from stock_changes where order_id = of_order and variant_id = of_variant;
      end $$`)
    this.addSql(`
      create function give_back_stock(of_order uuid, why text, at timestamptz) returns void ${plpgsql} as $$
      declare
        line record;
        left_over int;
      begin
        perform from orders where id = of_order for update;
        for line in
          select id, variant_id, taken from order_items
          where order_id = of_order and taken > 0 and variant_id is not null order by variant_id, id
        loop
          update variants set stock_count = stock_count + line.taken, updated_at = at
          where id = line.variant_id returning stock_count into left_over;
          update order_items set taken = 0, given_back = given_back + line.taken where id = line.id;
          perform note_stock_change(of_order, line.variant_id, why, line.taken, left_over, at);
        end loop;
      end $$`)
    this.addSql(`
      create function take_stock_again(of_order uuid, at timestamptz) returns void ${plpgsql} as $$
      declare
        line record;
        there int;
        pieces int;
      begin
        perform from orders where id = of_order for update;
        for line in
          select id, variant_id, given_back from order_items
          where order_id = of_order and given_back > 0 and variant_id is not null order by variant_id, id
        loop
          select stock_count into there from variants where id = line.variant_id for update;
          pieces := least(there, line.given_back);
          if there is null then
            -- Not counted any more: there is nothing to take and nothing that could be missing.
            update order_items set given_back = 0 where id = line.id;
          elsif pieces > 0 then
            update variants set stock_count = stock_count - pieces, updated_at = at where id = line.variant_id;
            update order_items set taken = taken + pieces, given_back = given_back - pieces where id = line.id;
            perform note_stock_change(of_order, line.variant_id, 'ordered-again', -pieces, there - pieces, at);
          end if;
        end loop;
      end $$`)
  }

  private followOrders(): void {
    this.addSql(`
      create function is_over_for_stock(status text, deleted_at timestamptz) returns boolean language sql immutable parallel safe
      begin atomic
        select status = 'cancelled' or (deleted_at is not null and status in ('pending', 'processing'));
      end`)
    this.addSql(`
      create function follow_order_with_stock() returns trigger ${plpgsql} as $$
      begin
        if is_over_for_stock(new.status, new.deleted_at) then
          if not new.keeps_pieces then
            perform give_back_stock(
              new.id, case when new.status = 'cancelled' then 'cancelled' else 'deleted' end, new.updated_at);
          end if;
        elsif new.deleted_at is null then
          perform take_stock_again(new.id, new.updated_at);
        end if;
        return null;
      end $$`)
    this.addSql(`
      create trigger orders_move_stock after update of status, deleted_at, paid_at, payment_method on orders
      for each row when (
        is_over_for_stock(old.status, old.deleted_at) is distinct from is_over_for_stock(new.status, new.deleted_at)
        or (old.paid_at is null and new.paid_at is not null)
        or (old.payment_method <> 'manual' and new.payment_method = 'manual')
      ) execute function follow_order_with_stock()`)
  }

  /** Rows go with their product or order, and in no other way. */
  private keepLedger(): void {
    this.addSql(`
      create function refuse_rewriting_stock() returns trigger ${plpgsql} as $$
      begin
        if tg_op = 'DELETE' and not (exists (select from variants where id = old.variant_id)
            and (old.order_id is null or exists (select from orders where id = old.order_id))) then
          return old;
        end if;
        raise exception 'stock_changes is append-only' using errcode = 'check_violation';
      end $$`)
    this.addSql(`
      create trigger stock_changes_append_only before update or delete on stock_changes
      for each row execute function refuse_rewriting_stock()`)
  }

  /** An order that leaves something on the shelf changes nothing that is shown. */
  private notifyProcesses(): void {
    this.addSql(`
      create trigger variants_notify after update on variants for each row
      when (old.is_available is distinct from new.is_available or old.ml is distinct from new.ml
            or old.name is distinct from new.name)
      execute function notify_catalogue_changed()`)
  }
}
