import type { Invariant } from './invariant.ts'

/** What nobody may lose or repeat: flags, e-mails, and what an order says of the money that went back. */
export const recordInvariants: readonly Invariant[] = [
  {
    id: 'I16',
    // The fixture's own trigger writes down each flag as it is raised.
    sql: `select p.order_id as "orderId", format('the flag %s %s of %s was raised and cannot be read', r.what, r.details, r.payment_id) as what
          from faults_flags_raised r left join payments p on p.id = r.payment_id
          where not exists (select from payment_flags f
                  where f.id = r.id and f.payment_id = r.payment_id and f.what = r.what and f.details = r.details)
          union all
          select null, format('%s flags were raised, %s are there', r.count, f.count)
          from (select count(*) from faults_flags_raised) r, (select count(*) from payment_flags) f where r.count <> f.count`,
  },
  {
    id: 'I17',
    // A shop that is killed, or loses its database, before it notes that an e-mail was sent sends it again, under the same
    // id. Of its three senders one has an e-mail on its way, those of orders and of notices have five.
    sql: `select p.order_id as "orderId", format('the e-mail %s was sent %s times in %s attempts', e.id, coalesce(m.times, 0), e.attempts) as what
          from payment_emails e join payments p on p.id = e.payment_id left join mails m on m.about = coalesce(e.refund_id, e.id)::text
          where (e.sent_at is not null and m.id is null) or coalesce(m.times, 0) > e.attempts
             or (e.sent_at is null and e.next_attempt_at is null)
          union all
          select null, format('%s e-mails of %s were sent again, %s shops were killed or lost their database', m.again, m.sender, k.count)
          from (select sum(times - 1) as again, case
                  when kind in ('receipt', 'refund') then 'payments' when kind = 'notice' then 'notices' else 'orders' end as sender
                from mails group by sender) m, (select count(*) from reported where kind = 'kill') k
          where m.again > k.count * case m.sender when 'payments' then 1 else 5 end
          union all
          select null, format('the e-mail %s is in no outbox', m.id) from mails m
          where not exists (select from payment_emails e where m.about = coalesce(e.refund_id, e.id)::text)
            and not exists (select from order_emails e where m.about = e.id::text and m.kind = e.kind)
            and not exists (select from notices n where m.about = n.id::text and m.kind = 'notice')
            and not exists (select from health_problems h where m.id like format('<problem-%s-%%', h.id))
          union all
          select p.order_id, format('the refund of %s has %s e-mails', r.amount, count(e.id)) from payment_refunds r
          join payments p on p.id = r.payment_id left join payment_emails e on e.refund_id = r.id
          where r.status = 'succeeded' group by p.id, r.id having count(e.id) <> 1`,
  },
  {
    id: 'I23',
    // What the shop's reader of the event log has read is queued, and after a day sent, or left out for a reason.
    sql: `select e.order_id as "orderId", format('%s was sent %s times in %s attempts', e.kind, coalesce(m.times, 0), e.attempts) as what
          from order_emails e left join mails m on m.about = e.id::text and m.kind = e.kind
          where (e.sent_at is not null and m.id is null) or coalesce(m.times, 0) > e.attempts
             or (e.sent_at is null and e.next_attempt_at is null and e.last_problem is null)
             or (e.next_attempt_at is not null and exists (select from reported where kind = 'kill'))
          union all
          select o.id, format('nobody was told that %s is %s', o.order_number, o.status) from orders o
          join events ev on ev.subject = o.id::text and ev.type = 'order.placed'
          join event_readers r on r.name = 'order-emails' and ev.position <= r.position
          where o.customer_email is not null and not exists (select from order_emails e where e.order_id = o.id)`,
  },
  {
    id: 'I18',
    sql: `select o.id as "orderId", format('refunded_at %s, %s refunded and %s completed payments', o.refunded_at, p.refunded, p.completed) as what
          from orders o, lateral (
            select count(*) filter (where status = 'refunded') as refunded, count(*) filter (where status = 'completed') as completed
            from payments where order_id = o.id and not is_surplus and deleted_at is null) p
          where (o.refunded_at is not null) <> (p.refunded > 0 and p.completed = 0)
             or (o.refunded_at is not null and o.paid_at is not null)
          union all
          select o.id, format('%s is refunded on the order, %s on its payment', o.refunded_amount, p.refunded_amount)
          from orders o join payments p on p.order_id = o.id and p.status = 'completed' and not p.is_surplus and p.deleted_at is null
          where o.refunded_amount <> coalesce(p.refunded_amount, 0)`,
  },
]
