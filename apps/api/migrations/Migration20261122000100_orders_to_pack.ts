import { Migration } from '@mikro-orm/migrations'

/**
 * What the owner has to pack, and what waits for its money instead, as a column of the order that one function decides.
 * Both are listed by index and counted by tallies, so that they cost the same in a shop of a million orders.
 */
export class Migration20261122000100_orders_to_pack extends Migration {
  override up(): void {
    this.addSql(`
      create function order_fulfilment(status text, payment_method text, paid_at timestamptz, deleted_at timestamptz)
      returns text language sql immutable parallel safe
      begin atomic
        select case when deleted_at is null and status in ('pending', 'processing')
                    then case when paid_at is not null or payment_method = 'manual' then 'to-pack' else 'unpaid' end end;
      end`)
    this.addSql(`
      alter table "orders" add "fulfilment" text
        generated always as (order_fulfilment(status, payment_method, paid_at, deleted_at)) stored null`)
    this.addSql(
      `create index "orders_fulfilment_newest_idx" on "orders" ("fulfilment", "created_at" desc, "id" desc) where "fulfilment" is not null`,
    )
    this.addSql(`
      create or replace function tallies_of(o orders) returns setof tallies language sql immutable rows 3
      begin atomic
        select 'order', '-infinity'::timestamptz, o.status, 1::bigint, order_revenue(o) where o.deleted_at is null
        union all
        select 'order', date_trunc('hour', o.created_at, 'UTC'), '', 1, order_revenue(o) where o.deleted_at is null
        union all
        select 'fulfilment', '-infinity'::timestamptz, o.fulfilment, 1, 0 where o.fulfilment is not null;
      end`)
    this.addSql(`
      insert into tallies
      select 'fulfilment', '-infinity', fulfilment, count(*), 0 from orders where fulfilment is not null group by fulfilment`)
  }
}
