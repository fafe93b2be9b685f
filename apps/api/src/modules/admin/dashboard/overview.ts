import type { AdminOverview } from '@marashi/domain/contracts/admin-dashboard'
import type { EntityManager } from '@mikro-orm/postgresql'
import { type CounterKind, countersOf } from '../../../db/counters.ts'
import { db, instant } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { countWaitingClaims } from '../../payments/claims/count-waiting-claims.ts'
import { countUnmatched } from '../../payments/transactions/count-unmatched.ts'
import { countSetAsideEvents } from '../../payments/webhooks/list-set-aside-events.ts'
import { paymentsNeedingAttention } from './payments-needing-attention.ts'
import { salesByDay } from './sales-by-day.ts'
import { takingsToday } from './takings.ts'
import { topProducts } from './top-products.ts'

/**
 * What today has brought, what waits for the administrator, and how the last 30 days in Nairobi went. A key that may not read
 * payments is told how many need the administrator, and of none which.
 */
export async function overview(ctx: Pick<Context, 'em' | 'env' | 'clock' | 'mayDo'>): Promise<AdminOverview> {
  const { em, clock } = ctx
  const now = clock()
  const [
    attention,
    setAside,
    unmatchedPayments,
    waitingReceipts,
    orders,
    fulfilments,
    reviews,
    oldest,
    sales,
    takings,
    top,
    mayReadPayments,
  ] = await Promise.all([
    paymentsNeedingAttention(em, now),
    countSetAsideEvents(em),
    countUnmatched(em, now),
    countWaitingClaims(em),
    countsOf(em, 'order'),
    countsOf(em, 'fulfilment'),
    countsOf(em, 'review'),
    oldestToPack(em),
    salesByDay(em, now),
    takingsToday(em, now),
    topProducts(ctx, now),
    ctx.mayDo('payments', 'read'),
  ])
  return {
    attention: mayReadPayments ? attention.attention : [],
    attentionTotal: attention.attentionTotal,
    webhookEventsSetAside: setAside.count,
    unmatchedPayments,
    waitingReceipts: waitingReceipts.count,
    pendingReviews: reviews('pending'),
    ordersToPack: fulfilments('to-pack'),
    ordersToDeliver: orders('shipped'),
    oldestToPack: oldest,
    unpaidOrders: fulfilments('unpaid'),
    sales,
    takings,
    top,
    updatedAt: now.toISOString(),
  }
}

async function countsOf(em: EntityManager, kind: CounterKind): Promise<(detail: string) => number> {
  const counters = await countersOf(em, kind)
  return (wanted) => counters.find(({ detail }) => detail === wanted)?.count ?? 0
}

/** When the order was placed that waits longest to be packed; the index has it at its end. */
async function oldestToPack(em: EntityManager): Promise<string | null> {
  const oldest = await db(em)
    .selectFrom('orders')
    .where('fulfilment', '=', 'to-pack')
    .select(({ ref }) => instant(ref('created_at')).as('createdAt'))
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return oldest?.createdAt ?? null
}
