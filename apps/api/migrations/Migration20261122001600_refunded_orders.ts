import { Migration } from '@mikro-orm/migrations'

/** What the counters of orders are made of: a change of one of these columns counts the row again. */
const counted = [
  'status',
  'payment_method',
  'total',
  'paid_at',
  'deleted_at',
  'created_at',
  'refunded_amount',
  'refunded_at',
]

/** All money of the order `o` has gone back: one of its payments is refunded, and none pays it. */
const isRefunded = `
  exists (select from payments where order_id = o.id and status = 'refunded' and not is_surplus and deleted_at is null)
  and not exists (select from payments where order_id = o.id and status = 'completed' and not is_surplus and deleted_at is null)`

const revenue = `
  select case when o.deleted_at is null and o.status <> 'cancelled'
                   and (o.paid_at is not null or (o.payment_method = 'manual' and o.status = 'delivered'))
              then greatest(o.total - o.refunded_amount, 0) else 0 end`

const counts = `
  select 'order', '-infinity'::timestamptz, o.status, 1::bigint, order_revenue(o) where o.deleted_at is null
  union all
  select 'order', date_trunc('hour', o.created_at, 'UTC'), '', 1, order_revenue(o) where o.deleted_at is null`

const countsByFulfilment = `${counts}
  union all
  select 'fulfilment', '-infinity'::timestamptz, o.fulfilment, 1, 0 where o.fulfilment is not null`

/** The two functions of a whole order. `body` writes a statement as a function's body. */
const functionsOfOrders = (counting: string, body: (statement: string) => string) => [
  `create or replace function order_revenue(o orders) returns numeric language sql immutable parallel safe ${body(revenue)}`,
  `create or replace function counter_changes_of(o orders) returns setof counters language sql immutable rows 3 ${body(counting)}`,
]
const parsedLater = (statement: string) => `as $$ ${statement} $$`
const parsedNow = (statement: string) => `begin atomic ${statement}; end`

/**
 * An order whose money has all gone back: it is neither to be paid nor to be packed. The database
 * derives it from the payments, whoever changes them.
 */
export class Migration20261122001600_refunded_orders extends Migration {
  override up(): void {
    this.addSql('set local statement_timeout = 0')
    this.addSql(`alter table "orders" add "refunded_at" timestamptz null;`)
    this.deriveFulfilment()
    const changed = counted.map((column) => `old.${column} is distinct from new.${column}`).join(' or ')
    this.addSql('drop trigger orders_count_change on orders')
    this.addSql(`
      create trigger orders_count_change after update on orders for each row when (${changed})
      execute function count_orders()`)
    this.followPayments()
    this.addSql(`update orders o set refunded_at = o.updated_at where ${isRefunded};`)
    this.addSql('call rebuild_counters()')
  }

  /**
   * PostgreSQL before 17 cannot change the expression of a generated column, so it is made again. PostgreSQL 15 adds none
   * to a table whose row a parsed function reads, so these functions are parsed again afterwards.
   */
  private deriveFulfilment(): void {
    for (const statement of functionsOfOrders(counts, parsedLater)) this.addSql(statement)
    this.addSql('alter table "orders" drop column "fulfilment";')
    this.addSql('drop function order_fulfilment(text, text, timestamptz, timestamptz);')
    this.addSql(`
      create function order_fulfilment(status text, payment_method text, paid_at timestamptz, deleted_at timestamptz, refunded_at timestamptz)
      returns text language sql immutable parallel safe
      begin atomic
        select case when deleted_at is null and status in ('pending', 'processing')
                    then case when paid_at is not null then 'to-pack'
                              when refunded_at is not null then null
                              when payment_method = 'manual' then 'to-pack' else 'unpaid' end end;
      end`)
    this.addSql(`
      alter table "orders" add "fulfilment" text
        generated always as (order_fulfilment(status, payment_method, paid_at, deleted_at, refunded_at)) stored null`)
    this.addSql(
      `create index "orders_fulfilment_newest_idx" on "orders" ("fulfilment", "created_at" desc, "id" desc) where "fulfilment" is not null`,
    )
    for (const statement of functionsOfOrders(countsByFulfilment, parsedNow)) this.addSql(statement)
  }

  /** Every writer locks a payment's order before the payment, so that this finds it locked. */
  private followPayments(): void {
    this.addSql(`
      create function show_refunded_order() returns trigger language plpgsql set search_path = public, pg_temp as $$
      begin
        update orders o set refunded_at = case when ${isRefunded} then coalesce(o.refunded_at, new.updated_at) end
        where o.id in (new.order_id, case when tg_op = 'UPDATE' then old.order_id end)
          and (o.refunded_at is not null) is distinct from (${isRefunded});
        return null;
      end $$`)
    this.addSql(`
      create trigger payments_refunded_order_insert after insert on payments for each row
      when (new.status in ('completed', 'refunded')) execute function show_refunded_order()`)
    const decisive = ['status', 'is_surplus', 'deleted_at', 'order_id']
    this.addSql(`
      create trigger payments_refunded_order after update of ${decisive.join(', ')} on payments for each row
      when ((old.status in ('completed', 'refunded') or new.status in ('completed', 'refunded'))
            and (${decisive.map((column) => `old.${column} is distinct from new.${column}`).join(' or ')}))
      execute function show_refunded_order()`)
  }
}
