import type { AdminOverview } from '@marashi/domain/contracts/admin-dashboard'
import type { EntityManager } from '@mikro-orm/postgresql'
import { type CounterKind, countersOf } from '../../../db/counters.ts'
import type { Context } from '../../../http/context.ts'
import { countUnmatched } from '../../payments/transactions/count-unmatched.ts'
import { countSetAsideEvents } from '../../payments/webhooks/list-set-aside-events.ts'
import { paymentsNeedingAttention } from './payments-needing-attention.ts'
import { salesByDay } from './sales-by-day.ts'

/** What waits for the administrator, and how the last 30 days in Nairobi went. */
export async function overview({ em, clock }: Pick<Context, 'em' | 'clock'>): Promise<AdminOverview> {
  const now = clock()
  const [attention, webhookEventsSetAside, unmatchedPayments, pendingReviews, ordersToPack, unpaidOrders, sales] =
    await Promise.all([
      paymentsNeedingAttention(em, now),
      countSetAsideEvents(em),
      countUnmatched(em, now),
      counted(em, 'review', 'pending'),
      counted(em, 'fulfilment', 'to-pack'),
      counted(em, 'fulfilment', 'unpaid'),
      salesByDay(em, now),
    ])
  return {
    ...attention,
    webhookEventsSetAside,
    unmatchedPayments,
    pendingReviews,
    ordersToPack,
    unpaidOrders,
    sales,
    updatedAt: now.toISOString(),
  }
}

async function counted(em: EntityManager, kind: CounterKind, detail: string): Promise<number> {
  return (await countersOf(em, kind)).find((counter) => counter.detail === detail)?.count ?? 0
}
