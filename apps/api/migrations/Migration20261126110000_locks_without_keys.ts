import { Migration } from '@mikro-orm/migrations'

/**
 * Orders, payments and variants are locked without their keys: who changes the same row still waits, and who writes a line or an
 * e-mail that belongs to it does not. Two perfumes of a checkout, one counted and one not, were locked the other way round than by
 * a cancellation of both, because the line of the uncounted one waited at the end.
 */
export class Migration20261126110000_locks_without_keys extends Migration {
  override up(): void {
    this.addSql(`
      create or replace function keep_first_variant() returns trigger language plpgsql set search_path = public, pg_temp as $$
      begin
        with other as materialized (
          select v.id, p.price, p.original_price, p.updated_at
          from changed p join variants v on v.product_id = p.id and v.position = 0
          where (v.price, v.original_price) is distinct from (p.price, p.original_price)
          order by v.id for no key update of v
        )
        update variants v set price = o.price, original_price = o.original_price, updated_at = o.updated_at
        from other o where v.id = o.id;
        return null;
      end $$`)
    this.addSql(`
      create or replace function give_back_stock(of_order uuid, why text, at timestamptz) returns void
      language plpgsql set search_path = public, pg_temp as $$
      declare
        line record;
        there int;
        left_over int;
      begin
        perform from orders where id = of_order for no key update;
        for line in
          select id, variant_id, taken from order_items
          where order_id = of_order and taken > 0 and variant_id is not null order by variant_id, id
        loop
          select stock_count into there from variants where id = line.variant_id for no key update;
          -- "least" passes over null, which is what is not counted any more.
          left_over := case when there is not null then least(there + line.taken, 1000000) end;
          update variants set stock_count = left_over, updated_at = at where id = line.variant_id;
          update order_items set taken = 0, given_back = given_back + line.taken where id = line.id;
          perform note_stock_change(of_order, line.variant_id, why, left_over - there, left_over, at);
        end loop;
      end $$`)
    this.addSql(`
      create or replace function take_stock_again(of_order uuid, at timestamptz) returns void language plpgsql set search_path = public, pg_temp as $$
      declare
        line record;
        there int;
        pieces int;
      begin
        perform from orders where id = of_order for no key update;
        for line in
          select id, variant_id, given_back from order_items
          where order_id = of_order and given_back > 0 and variant_id is not null order by variant_id, id
        loop
          select stock_count into there from variants where id = line.variant_id for no key update;
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
    this.addSql(`
      create or replace function keep_refunds_within_payment() returns trigger language plpgsql set search_path = public, pg_temp as $$
      declare
        payment record;
        going_out numeric;
      begin
        if new.status = 'failed' then
          return new;
        end if;
        select amount, status into payment from payments where id = new.payment_id for no key update;
        select coalesce(sum(amount), 0) + new.amount into going_out from payment_refunds
        where payment_id = new.payment_id and id <> new.id and status <> 'failed';
        if payment.status not in ('completed', 'refunded') or going_out > payment.amount
           or (new.is_reversal and new.amount <> payment.amount) then
          raise exception 'a refund exceeds its payment'
            using errcode = 'check_violation', table = 'payment_refunds', constraint = 'payment_refunds_within_payment';
        end if;
        return new;
      end $$`)
  }
}
