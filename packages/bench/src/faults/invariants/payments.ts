import type { Invariant } from './invariant.ts'

/** Payments against the gateways, and their own history. */
export const paymentInvariants: readonly Invariant[] = [
  {
    id: 'I1',
    sql: `select coalesce(t.order_id, o.id) as "orderId",
                 format('ledger %s %s, database %s %s', l.id, l."amountCents", t.id, t.amount * 100) as what
          from ledger l full join taken t on t.line = l.receipt and t.payment_method = l.gateway
          left join orders o on o.order_number = l."orderReference"
          where (t.id is null and not exists (select from unprovable u where u.id = l.id)
                             and not exists (select from unmatched u where u."ledgerId" = l.id))
             or l.id is null or t.amount * 100 <> l."amountCents" or t.order_id <> o.id
             or (t.id is not null and t.receipt is distinct from l.receipt and not (t.receipt is null and exists (
                   select from payment_flags f where f.payment_id = t.id and f.what in ('confirm-receipt', 'order-cancelled'))))`,
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
             or (e.from_status = 'completed' and e.to_status not in ('completed', 'refunded') and e.source <> 'administrator')
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
               lateral (select count(*) filter (where to_status = 'completed' and from_status <> 'completed')
                            - count(*) filter (where from_status = 'completed' and to_status = 'cancelled') as count
                       from payment_events where payment_id = p.id) e,
               lateral (select count(*) from payment_emails where payment_id = p.id and refund_id is null
                          and not (p.status = 'cancelled' and sent_at is not null)) m
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
