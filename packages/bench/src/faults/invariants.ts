/** A check of the database against the ledger ($1) and against what clients were answered ($2): each row it finds is a violation. */
export interface Invariant {
  id: 'I1' | 'I2' | 'I3' | 'I4' | 'I5' | 'I6' | 'I7' | 'I8' | 'I9' | 'I13' | 'I14'
  /** Answers `orderId`, which may be null, and `what` is wrong. */
  sql: string
}

/** Both parameters as tables, and the payments that took money, under the gateway's own id. */
const given = `
  with ledger as (
    select * from jsonb_to_recordset($1::jsonb) as l(gateway text, id text, receipt text, "orderReference" text, "amountCents" bigint, "refundedCents" bigint)
  ), reported as (
    select * from jsonb_to_recordset($2::jsonb) as t(kind text, "orderId" uuid, key text)
  ), taken as (
    select *, coalesce(mpesa_checkout_request_id, stripe_payment_intent_id) as gateway_id,
           coalesce(mpesa_receipt_number, stripe_charge_id) as receipt
    from payments where status in ('completed', 'refunded')
  ), unprovable as (
    -- The push's answer and the callback were both lost: no id to ask by. The shop must have flagged it.
    select l.* from ledger l join orders o on o.order_number = l."orderReference"
    where l.gateway = 'mpesa' and not exists (select from payments p where p.mpesa_checkout_request_id = l.id)
      and exists (select from payments p where p.order_id = o.id and p.mpesa_checkout_request_id is null
                    and exists (select from payment_flags f where f.payment_id = p.id and f.what = 'unresolved'))
  )`

const checks: Invariant[] = [
  {
    id: 'I1',
    sql: `select coalesce(t.order_id, o.id) as "orderId",
                 format('ledger %s %s, database %s %s', l.id, l."amountCents", t.id, t.amount * 100) as what
          from ledger l full join taken t on t.gateway_id = l.id and t.payment_method = l.gateway
          left join orders o on o.order_number = l."orderReference"
          where (t.id is null and not exists (select from unprovable u where u.id = l.id))
             or l.id is null or t.amount * 100 <> l."amountCents" or t.order_id <> o.id
             or (t.id is not null and t.receipt is distinct from l.receipt and not (t.receipt is null and exists (
                   select from payment_flags f where f.payment_id = t.id and f.what in ('confirm-receipt', 'order-cancelled'))))`,
  },
  {
    id: 'I2',
    sql: `select o.id as "orderId", format('paid_at %s, mpesa %s, %s payments', o.paid_at, o.mpesa_status, p.valid) as what
          from orders o left join lateral (
            select count(*) filter (where status = 'completed' and not is_surplus) as valid,
                   count(*) filter (where status in ('completed', 'refunded') and not is_surplus and payment_method = 'mpesa') as mpesa
            from payments where order_id = o.id) p on true
          where p.valid > 1 or (o.paid_at is not null) <> (p.valid = 1)
             or (o.mpesa_status is not distinct from 'paid') <> (p.mpesa > 0)`,
  },
  {
    id: 'I3',
    sql: `select o.id as "orderId", format('lines %s, subtotal %s, total %s', i.sum, o.subtotal, o.total) as what
          from orders o join lateral (select sum(product_price * quantity) as sum from order_items where order_id = o.id) i on true
          where i.sum <> o.subtotal or o.subtotal + o.delivery_charge <> o.total
          union all
          select o.id, format('asked for %s, total %s', l."amountCents", o.total)
          from ledger l join orders o on o.order_number = l."orderReference" where l."amountCents" <> o.total * 100
          union all
          select null, format('revenue %s, moved %s', stored.cents, moved.cents)
          from (select coalesce((select sum(total - refunded_amount) from orders where paid_at is not null), 0) * 100
                     + coalesce((select sum(amount - coalesce(refunded_amount, 0)) from payments where status = 'completed' and is_surplus), 0) * 100 as cents) stored,
               (select coalesce((select sum("amountCents" - "refundedCents") from ledger), 0)
                     - coalesce((select sum("amountCents") from unprovable), 0) as cents) moved
          where stored.cents <> moved.cents`,
  },
  {
    id: 'I4',
    sql: `select o.id as "orderId", 'an order without lines' as what from orders o
          where not exists (select from order_items where order_id = o.id)
          union all select order_id, 'a line of nothing' from order_items where quantity < 1`,
  },
  {
    id: 'I5',
    sql: `select o.id as "orderId", 'an order without a key, or with two' as what from orders o
          where (select count(*) from order_keys where order_id = o.id) <> 1
          union all
          select t."orderId", 'a key answered another order than it keeps' from reported t left join order_keys k on k.key = t.key
          where t.kind = 'order' and k.order_id is distinct from t."orderId"`,
  },
  {
    id: 'I6',
    sql: `select t."orderId", t.kind || ' was answered with 2xx and is not there' as what from reported t
          left join orders o on o.id = t."orderId"
          where o.id is null
             or (t.kind = 'attempt' and o.paid_at is null and not exists (select from payments where order_id = o.id))
             or (t.kind = 'confirmed' and o.paid_at is null and not exists (select from payments where order_id = o.id and status = 'refunded'))
             or (t.kind = 'callback' and not exists (select from webhook_events m join payments p on p.id = m.payment_id
                   where p.order_id = o.id and m.gateway = 'mpesa'))`,
  },
  {
    id: 'I7',
    // A card that is being charged moves a payment between pending and processing without an event: both are "open".
    sql: `select p.order_id as "orderId", format('%s -> %s by %s', e.from_status, e.to_status, e.source) as what
          from (select *, lag(to_status) over (partition by payment_id order by id) as before,
                       row_number() over (partition by payment_id order by id desc) as from_last from payment_events) e
          join payments p on p.id = e.payment_id
          where replace(e.from_status, 'pending', 'processing') is distinct from replace(e.before, 'pending', 'processing')
             or (e.from_last = 1 and replace(e.to_status, 'pending', 'processing') <> replace(p.status, 'pending', 'processing'))
             or (e.from_status = 'completed' and e.to_status not in ('completed', 'refunded'))
             or (e.from_status = 'refunded' and e.to_status <> 'refunded')
          union all
          select order_id, 'a payment without a history' from payments p
          where not exists (select from payment_events e where e.payment_id = p.id)`,
  },
  {
    id: 'I8',
    sql: `select p.order_id as "orderId", format('message %s waits', m.id) as what
          from webhook_events m left join payments p on p.id = m.payment_id where m.processed_at is null
          union all
          select order_id, format('%s since %s', status, initiated_at) from payments
          where payment_method = 'mpesa' and status in ('pending', 'processing') 
            and not exists (select from payment_flags f where f.payment_id = payments.id and f.what = 'unresolved')`,
  },
  {
    id: 'I9',
    sql: `select p.order_id as "orderId", format('%s completions, %s receipts', e.count, m.count) as what
          from payments p,
               lateral (select count(*) from payment_events where payment_id = p.id and to_status = 'completed' and from_status <> 'completed') e,
               lateral (select count(*) from payment_emails where payment_id = p.id and refund_id is null) m
          where e.count <> (p.status in ('completed', 'refunded'))::int
             or m.count <> (p.status in ('completed', 'refunded') and not p.is_surplus)::int`,
  },
  {
    id: 'I13',
    // What the history says was flagged can still be read, is shown while it is open, and on the lists.
    sql: `select p.order_id as "orderId", format('the flag %s of %s is gone', w.what, e.at) as what
          from payment_events e join payments p on p.id = e.payment_id
          cross join lateral (select substring(e.note from '^(?:refused|flagged): (.*)$') as what) w
          where w.what is not null and not exists (select from payment_flags f where f.payment_id = p.id and f.what = w.what)
          union all
          select p.order_id, format('%s is open, %s is shown', f.what, coalesce(p.attention, 'nothing')) from payments p
          left join lateral (select what from payment_flags where payment_id = p.id and resolved_at is null
                             order by id desc limit 1) f on true
          where f.what is distinct from p.attention or (f.what is not null and p.deleted_at is not null and not p.is_manual)`,
  },
  {
    id: 'I14',
    // Refunds never exceed payments, and the gateway's ledger has what ours has; only an M-Pesa refund may stay unknown.
    sql: `select p.order_id as "orderId", format('%s came in, %s goes out', p.amount, r.reserved) as what
          from payments p cross join lateral (
            select coalesce(sum(amount), 0) as reserved from payment_refunds where payment_id = p.id and status <> 'failed') r
          where r.reserved > p.amount
          union all
          select t.order_id, format('%s went back at the gateway, %s here, %s open', l."refundedCents", r.cents, r.open)
          from ledger l join taken t on t.gateway_id = l.id and t.payment_method = l.gateway cross join lateral (
            select coalesce(sum(amount) filter (where status = 'succeeded'), 0) * 100 as cents,
                   coalesce(sum(amount) filter (where status in ('requested', 'sent', 'unknown')), 0) * 100 as open
            from payment_refunds where payment_id = t.id) r
          where l."refundedCents" not in (r.cents, r.cents + r.open) or (r.open > 0 and l.gateway <> 'mpesa')
             or coalesce(t.refunded_amount, 0) * 100 <> r.cents`,
  },
]

export const invariants: readonly Invariant[] = checks.map(({ id, sql }) => ({ id, sql: `${given} ${sql}` }))
