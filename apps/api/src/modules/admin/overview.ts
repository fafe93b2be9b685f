import type { AdminOverview } from '@marashi/domain/contracts/admin-dashboard'
import { nairobiZone } from '@marashi/domain/rules/nairobi-time'
import type { EntityManager } from '@mikro-orm/postgresql'
import { type CounterKind, countersOf } from '../../db/counters.ts'
import type { Context } from '../../http/context.ts'
import { paymentProviders } from '../payments/providers/registry.ts'
import { paymentColumns } from '../payments/records/payment-row.ts'

const SHOWN = 20
const STUCK_AFTER_MS = 15 * 60 * 1000
const DAYS = 30

/** What waits for the administrator, and how the last 30 days in Nairobi went (contracts/admin-dashboard). */
export async function overview({ em, clock }: Pick<Context, 'em' | 'clock'>): Promise<AdminOverview> {
  const now = clock()
  const [attention, pendingReviews, ordersToPack, unpaidOrders, sales] = await Promise.all([
    paymentsThatWait(em, now),
    counted(em, 'review', 'pending'),
    counted(em, 'fulfilment', 'to-pack'),
    counted(em, 'fulfilment', 'unpaid'),
    salesByDay(em, now),
  ])
  return { ...attention, pendingReviews, ordersToPack, unpaidOrders, sales, updatedAt: now.toISOString() }
}

type Waiting = AdminOverview['attention'][number]

/**
 * Flagged payments, and those that nobody has told the end of. A card form that is open and was never sent is not among
 * them: no money is on its way, and shoppers leave such forms every day.
 */
async function paymentsThatWait(
  em: EntityManager,
  now: Date,
): Promise<Pick<AdminOverview, 'attention' | 'attentionTotal'>> {
  const flagged = 'from payments where attention is not null and deleted_at is null'
  const stuck = `from payments where status in ('pending', 'processing') and deleted_at is null and initiated_at < ?
                   and attention is null and not (status = 'pending' and payment_method = any(string_to_array(?, ',')))`
  const before = new Date(now.getTime() - STUCK_AFTER_MS)
  const withoutMoneyWhilePending = paymentProviders()
    .filter(({ attempts }) => attempts.firstStatus === 'pending')
    .map(({ method }) => method)
    .join(',')
  const rows: (Waiting['payment'] & Pick<Waiting, 'reason'> & { attentionTotal: number })[] = await em.execute(
    `with waiting as (
       (select id, created_at, attention as reason ${flagged} order by created_at desc, id desc limit ${SHOWN})
       union all
       (select id, created_at, 'stuck' ${stuck} order by initiated_at desc, id desc limit ${SHOWN})
     ), page as (select * from waiting order by created_at desc, id desc limit ${SHOWN})
     select ${paymentColumns}, page.reason,
            (select count(*) ${flagged})::float8 + (select count(*) ${stuck})::float8 as "attentionTotal"
     from page join payments p using (id) join orders o on o.id = p.order_id order by page.created_at desc, page.id desc`,
    [before, withoutMoneyWhilePending, before, withoutMoneyWhilePending],
  )
  return {
    attention: rows.map(({ reason, attentionTotal: _, ...payment }) => ({ payment, reason })),
    attentionTotal: rows[0]?.attentionTotal ?? 0,
  }
}

async function counted(em: EntityManager, kind: CounterKind, detail: string): Promise<number> {
  return (await countersOf(em, kind)).find((counter) => counter.detail === detail)?.count ?? 0
}

/** Every day of the last 30, with its orders and their revenue; Nairobi's days begin on the hour, as counters do. */
async function salesByDay(em: EntityManager, now: Date): Promise<AdminOverview['sales']> {
  return await em.execute(
    `with today as (select (?::timestamptz at time zone '${nairobiZone}')::date as today),
     days as (select generate_series(today - ${DAYS - 1}, today, interval '1 day')::date as day from today),
     sold as (
       select (hour at time zone '${nairobiZone}')::date as day, sum(count) as orders, sum(amount) as revenue
       from counters, today
       where kind = 'order' and hour >= (today - ${DAYS - 1})::timestamp at time zone '${nairobiZone}' group by 1
     )
     select to_char(day, 'YYYY-MM-DD') as day, coalesce(orders, 0)::float8 as orders, coalesce(revenue, 0)::float8 as revenue
     from days left join sold using (day) order by day`,
    [now],
  )
}
