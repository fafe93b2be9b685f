import type { Invariant } from './invariant.ts'

/** The lines of the gateways' own ledgers, and the receipts that shoppers typed. */
export const ledgerInvariants: readonly Invariant[] = [
  {
    id: 'I15',
    // Both directions: money that came, the lines that the shop keeps, and money that went back.
    sql: `select o.id as "orderId", format('%s %s of %s cents is on %s payments and %s times unmatched', l.gateway, l.receipt, l."amountCents", t.count, u.count) as what
          from ledger l left join orders o on o.order_number = l."orderReference",
               lateral (select count(*) from taken t
                        where t.line = l.receipt and t.payment_method = l.gateway and t.amount * 100 = l."amountCents") t,
               lateral (select count(*) from unmatched u where u."ledgerId" = l.id and u.amount_cents = l."amountCents") u
          where t.count + u.count <> 1
            and not exists (select from unprovable p where p.id = l.id)
          union all
          select null, format('%s went back at the gateway and is unmatched here', u.reference) from unmatched u
          join ledger l on l.id = u."ledgerId" where l."refundedCents" > 0
          union all
          select p.order_id, format('the line %s %s of %s cents is not the gateway''s', g.kind, g.reference, g.amount_cents)
          from lines g left join payments p on p.id = g.payment_id
          where (g.kind = 'payment' and not exists (select from ledger l
                   where l.gateway = g.gateway and l.receipt = g.receipt and l."amountCents" = g.amount_cents))
             or (g.kind = 'refund' and g.amount_cents < 0 and not exists (select from "sentBack" s
                   where s.gateway = g.gateway and s.receipt = g.receipt and s."amountCents" = -g.amount_cents))
          union all
          select t.order_id, format('%s of %s cents went back, %s refunds have it', s.receipt, s."amountCents", r.count)
          from "sentBack" s left join taken t on t.line = s.payment and t.payment_method = s.gateway,
               lateral (select count(*) from payment_refunds r where r.payment_id = t.id and r.amount * 100 = s."amountCents"
                          and not r.is_manual and (r.provider_receipt = s.receipt or r.provider_reference = s.id
                            -- Its answer was lost: another proof says that all went back, or none does yet.
                            or (s.gateway = 'mpesa' and r.provider_receipt is null and r.status <> 'failed'))) r
          where r.count <> 1
          union all
          select p.order_id, format('the refund %s is not the gateway''s', r.provider_receipt)
          from payment_refunds r join payments p on p.id = r.payment_id
          where r.payment_method = 'mpesa' and not r.is_manual and r.provider_receipt is not null
            and not exists (select from "sentBack" s where s.receipt = r.provider_receipt and s."amountCents" = r.amount * 100)`,
  },
  {
    id: 'I19',
    sql: `select p.order_id as "orderId", format('the line %s is connected with a payment %s of %s that has %s', g.reference, p.status, p.amount, p.provider_receipt) as what
          from lines g join payments p on p.id = g.payment_id
          where p.payment_method <> g.gateway or p.deleted_at is not null or p.status not in ('completed', 'refunded')
             or upper(g.receipt) not in (upper(coalesce(p.provider_receipt, '')), upper(coalesce(p.transaction_id, '')),
                  case when p.provider_receipt is null then upper(coalesce(p.receipt_number, '')) else '' end)
             or (p.amount * 100 <> g.amount_cents and not exists (select from payment_flags f
                   where f.payment_id = p.id and f.what = 'amount-mismatch'))
          union all
          select p.order_id, format('%s lines are one payment', count(*)) from gateway_transactions g
          join payments p on p.id = g.payment_id where g.kind = 'payment' group by p.id having count(*) > 1
          union all
          select p.order_id, format('the line %s is connected with a refund of %s, %s', g.reference, r.amount, r.status)
          from gateway_transactions g join payment_refunds r on r.id = g.refund_id join payments p on p.id = r.payment_id
          where r.amount * 100 <> abs(g.amount_cents) or (r.status <> 'succeeded' and g.amount_cents < 0
                  and not exists (select from gateway_transactions back where back.refund_id = r.id and back.amount_cents > 0))
          union all
          select null, format('the history of %s ends with %s', g.reference, coalesce(e.what, 'nothing')) from gateway_transactions g
          left join lateral (select what from gateway_transaction_events where transaction_id = g.id
                               and what in ('matched', 'assigned', 'unassigned') order by id desc limit 1) e on true
          where (coalesce(e.what, 'unassigned') = 'unassigned') <> (g.payment_id is null and g.refund_id is null)
          union all
          select p.order_id, format('the line %s has the receipt of a payment and is not connected with it', g.reference)
          from unmatched g join taken t on t.receipt = g.receipt and t.payment_method = g.gateway and t.deleted_at is null
          join payments p on p.id = t.id`,
  },
  {
    id: 'I20',
    sql: `select c.order_id as "orderId", format('%s counts as paid and no payment of its order has it', c.receipt) as what
          from receipt_claims c
          where c.state = 'paid' and not exists (select from payments p where p.order_id = c.order_id
                  and p.status in ('completed', 'refunded') and upper(coalesce(p.provider_receipt, p.receipt_number)) = c.receipt)
            and not exists (select from gateway_transaction_events e join gateway_transactions g on g.id = e.transaction_id
                  where g.reference = c.receipt and e.what = 'unassigned')
          union all
          select min(order_id::text)::uuid, format('%s counts as paid for %s orders', receipt, count(distinct order_id))
          from receipt_claims where state = 'paid' group by receipt having count(distinct order_id) > 1
          union all
          select c.order_id, format('%s waits for another order whose claim is decided', c.receipt) from receipt_claims c
          where c.waits_for_other and not exists (select from receipt_claims open
                  where open.receipt = c.receipt and open.gateway = c.gateway and open.state = 'checking')
          union all
          select c.order_id, format('%s is on the books and still being checked', c.receipt) from receipt_claims c
          where c.state = 'checking' and exists (select from gateway_transactions g where g.reference = c.receipt)`,
  },
]
