import type { Invariant } from './invariant.ts'

/** Orders, what was paid for them, and what clients were answered. */
export const orderInvariants: readonly Invariant[] = [
  {
    id: 'I2',
    sql: `select o.id as "orderId", format('paid_at %s, mpesa %s, %s payments', o.paid_at, o.mpesa_status, p.valid) as what
          from orders o left join lateral (
            select count(*) filter (where status = 'completed' and not is_surplus) as valid,
                   count(*) filter (where status in ('completed', 'refunded') and not is_surplus and payment_method = 'mpesa') as mpesa
            from payments where order_id = o.id) p on true
          where p.valid > 1 or (o.paid_at is not null) <> (p.valid = 1)
             or (o.mpesa_status is not distinct from 'paid') <> (p.mpesa > 0)
          union all
          -- Only the owner lets less than its total pay an order, and the flag says so.
          select o.id, format('paid with %s of %s', p.amount, o.total) from orders o
          join payments p on p.order_id = o.id and p.status = 'completed' and not p.is_surplus and p.amount < o.total
          where not exists (select from payment_flags f where f.payment_id = p.id and f.what = 'amount-mismatch')`,
  },
  {
    id: 'I3',
    sql: `select o.id as "orderId", format('lines %s, subtotal %s, discount %s, total %s', i.sum, o.subtotal, o.discount, o.total) as what
          from orders o join lateral (select sum(product_price * quantity) as sum from order_items where order_id = o.id) i on true
          where i.sum <> o.subtotal or o.subtotal - o.discount + o.delivery_charge <> o.total
          union all
          select o.id, format('asked for %s, total %s', l."amountCents", o.total)
          from ledger l join orders o on o.order_number = l."orderReference" where l."amountCents" <> o.total * 100
            and l.id <> l.receipt -- money that was paid by hand is what the payer made it
          union all
          select null, format('revenue %s, moved %s', stored.cents, moved.cents)
          from (select coalesce((select sum(total - refunded_amount) from orders where paid_at is not null), 0) * 100
                     + coalesce((select sum(amount - coalesce(refunded_amount, 0)) from payments where status = 'completed' and is_surplus), 0) * 100
                     -- The owner said that money of another amount pays an order; the flag says so.
                     + coalesce((select sum(p.amount - o.total) from payments p join orders o on o.id = p.order_id
                                 where p.status = 'completed' and not p.is_surplus
                                   and exists (select from payment_flags f where f.payment_id = p.id and f.what = 'amount-mismatch')), 0) * 100 as cents) stored,
               (select coalesce((select sum("amountCents" - "refundedCents") from ledger), 0)
                     - coalesce((select sum("amountCents") from unprovable), 0)
                     - coalesce((select sum(u.amount_cents) from unmatched u where not exists (
                         select from unprovable where id = u."ledgerId")), 0) as cents) moved
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
          where (o.id is null and t."orderId" is not null)
             or (t.kind = 'attempt' and o.paid_at is null and not exists (select from payments where order_id = o.id))
             or (t.kind = 'confirmed' and o.paid_at is null and not exists (select from payments where order_id = o.id and status = 'refunded'))
             or (t.kind = 'callback' and not exists (select from webhook_events m join payments p on p.id = m.payment_id
                   where p.order_id = o.id and m.gateway = 'mpesa'))
          union all
          select null, format('the confirmation of %s was answered with 2xx and is not there', t.key) from reported t
          where t.kind = 'confirmation' and not exists (select from gateway_transactions where reference = t.key)`,
  },
  {
    id: 'I24',
    // In this run whoever cancels a paid order has all of its money given back.
    sql: `select o.id as "orderId", format('cancelled by the owner, and %s of %s not asked back', p.amount - r.asked, p.amount) as what
          from orders o join order_notes n on n.order_id = o.id and n.kind = 'cancellation'
          join payments p on p.order_id = o.id and p.status in ('completed', 'refunded') and p.provider_receipt is not null
            and p.completed_at <= n.written_at
          cross join lateral (select coalesce(sum(amount), 0) as asked from payment_refunds
                              where payment_id = p.id and status <> 'failed') r
          where r.asked < p.amount`,
  },
  {
    id: 'I25',
    // In this run each note has a text of its own, which is the key of its request.
    sql: `select order_id as "orderId", format('a request with one key was carried out %s times', count(*)) as what
          from order_notes where kind = 'note' group by order_id, text having count(*) > 1`,
  },
  {
    id: 'I26',
    sql: `select o.id as "orderId", format('%s of it are refunded, and the last event says %s', stored.refunded, told.refunded) as what
          from orders o
          cross join lateral (select coalesce(sum(refunded_amount), 0) as refunded from payments
                              where order_id = o.id and not is_surplus and deleted_at is null) stored
          cross join lateral (select coalesce((select (data->>'refunded')::numeric from events
                              where type = 'order.refunded' and subject = o.id::text order by id desc limit 1), 0) as refunded) told
          where stored.refunded <> told.refunded
          union all
          select id, 'it is paid, and no event says so' from orders o
          where paid_at is not null and not exists (select from events where type = 'order.paid' and subject = o.id::text)`,
  },
]
