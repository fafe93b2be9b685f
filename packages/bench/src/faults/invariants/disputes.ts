import type { Invariant } from './invariant.ts'

export const disputeInvariants: readonly Invariant[] = [
  {
    id: 'I21',
    // Won: nothing is open. Lost, or not decided: one flag that says so. The payment stays what it is.
    sql: `select p.order_id as "orderId", format('the dispute %s is %s, its payment is %s, open flags: %s', d.id, d.state, p.status, f.open) as what
          from disputes d left join payments p on p.stripe_payment_intent_id = d.intent,
               lateral (select coalesce(string_agg(what, ', '), 'none') as open from payment_flags
                        where payment_id = p.id and details ->> 'disputeId' = d.id and resolved_at is null) f
          where p.id is null or p.status not in ('completed', 'refunded')
             or f.open <> case d.state when 'won' then 'none' when 'lost' then 'dispute-lost' else 'disputed' end
          union all
          select p.order_id, format('a flag is about the dispute %s, which the bank does not know', f.details ->> 'disputeId')
          from payment_flags f join payments p on p.id = f.payment_id
          where f.what in ('disputed', 'dispute-lost')
            and not exists (select from disputes d where d.id = f.details ->> 'disputeId' and d.intent = p.stripe_payment_intent_id)
          union all
          select null, format('%s of %s cents moved %s times for disputes and is listed %s times', m.charge, m.cents, m.times, l.count)
          from (select d.charge, m.cents, count(*) as times from disputes d,
                  lateral (select value::bigint as cents from jsonb_array_elements_text(d.movements)) m group by 1, 2) m,
               lateral (select count(*) from gateway_transactions
                        where kind = 'dispute' and related_reference = m.charge and amount_cents = m.cents) l
          where l.count > m.times`,
  },
]
