import type { ShopEvent } from '@marashi/domain/contracts/events'
import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../db/db.ts'

/** How all that events tell of is now: what is told is to be true when it is told. */
export interface Subjects {
  /** By their id. */
  orders: ReadonlyMap<string, string>
  /** By their id. */
  reviews: ReadonlyMap<string, string>
  /** The flags that are open, each as `flagOf` names it. */
  flags: ReadonlySet<string>
}

/** What one flag of a payment is known by here. */
export const flagOf = (paymentId: string, what: string): string => `${paymentId} ${what}`

/** Reads the status of each paid order and of each new review among the events, and the open flags of their payments. */
export async function readSubjects(tx: EntityManager, events: readonly ShopEvent[]): Promise<Subjects> {
  const idsOf = (type: ShopEvent['type']) => events.flatMap((event) => (event.type === type ? [event.subject] : []))
  return {
    orders: await statuses(tx, 'orders', idsOf('order.paid')),
    reviews: await statuses(tx, 'reviews', idsOf('review.submitted')),
    flags: await openFlags(tx, idsOf('payment.flagged')),
  }
}

async function statuses(
  tx: EntityManager,
  table: 'orders' | 'reviews',
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db(tx).selectFrom(table).select(['id', 'status']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, status }) => [id, status]))
}

async function openFlags(tx: EntityManager, paymentIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (paymentIds.length === 0) return new Set()
  const rows = await db(tx)
    .selectFrom('payment_flags')
    .select(['payment_id', 'what'])
    .where('payment_id', 'in', paymentIds)
    .where('resolved_at', 'is', null)
    .execute()
  return new Set(rows.map(({ payment_id, what }) => flagOf(payment_id, what)))
}
