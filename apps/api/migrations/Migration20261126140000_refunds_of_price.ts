import { Migration } from '@mikro-orm/migrations'

const ofPrice = (payment: string) =>
  `case when ${payment}.is_surplus or ${payment}.deleted_at is not null then 0
        else refunded_of_price(${payment}.refunded_amount, ${payment}.amount, price) end`

/**
 * Money that came beyond the price of an order is no part of its sale. Once it went back, it was taken off the sale all the same: an
 * order of 2,000 that was paid with 20,000 counted as nothing after 18,000 of them went back. What more than the price came goes back
 * first; only the rest is the order's. Orders that show too much are set right.
 */
export class Migration20261126140000_refunds_of_price extends Migration {
  override up(): void {
    this.addSql('set local statement_timeout = 0')
    this.addSql(`
      create function refunded_of_price(refunded numeric, amount numeric, price numeric) returns numeric
      language sql immutable parallel safe
      begin atomic
        select greatest(coalesce(refunded, 0) - greatest(amount - price, 0), 0);
      end`)
    this.addSql(`
      create or replace function log_refund_events() returns trigger language plpgsql set search_path = public, pg_temp as $$
      declare
        price numeric := (select total from orders where id = new.order_id);
        before numeric := ${ofPrice('old')};
        after numeric := ${ofPrice('new')};
      begin
        if after <> before then
          insert into events (type, subject, occurred_at, data)
          select 'order.refunded', o.id, new.updated_at, jsonb_build_object('orderNumber', o.order_number,
                 'change', after - before, 'refunded', coalesce(sum(${ofPrice('p')}), 0), 'total', o.total)
          from orders o join payments p on p.order_id = o.id where o.id = new.order_id group by o.id;
        end if;
        return null;
      end $$`)
    this.addSql(`
      update orders o
      set refunded_amount = refunded_of_price(p.refunded_amount, p.amount, o.total),
          updated_at = greatest(o.updated_at + interval '1 millisecond', now())
      from payments p
      where p.order_id = o.id and p.status = 'completed' and not p.is_surplus and p.deleted_at is null
        and p.refunded_amount > 0 and p.amount > o.total and o.paid_at is not null
        and o.refunded_amount <> refunded_of_price(p.refunded_amount, p.amount, o.total)`)
  }
}
