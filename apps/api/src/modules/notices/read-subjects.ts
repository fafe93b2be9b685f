import type { ShopEvent } from '@marashi/domain/contracts/events'
import type { ShopSettings } from '@marashi/domain/rules/settings/groups'
import type { EntityManager } from '@mikro-orm/postgresql'
import { type NotNull, sql } from 'kysely'
import { db, isSet } from '../../db/db.ts'

/** How all that events tell of is now: what is told is to be true when it is told. */
export interface Subjects {
  /** By their id. What is to be done with their goods is the list's own `fulfilment`, which no status says alone. */
  orders: ReadonlyMap<string, OrderNow>
  /** Their status, by their id; without those that are deleted. */
  reviews: ReadonlyMap<string, string>
  /** The flags that are open, each as `flagOf` names it. */
  flags: ReadonlySet<string>
  /** How many pieces are left of each variant that is low, by its id. */
  low: ReadonlyMap<string, number>
}

export interface OrderNow {
  fulfilment: string | null
  isCancelled: boolean
  isDeleted: boolean
}

/** What one flag of a payment is known by here. */
export const flagOf = (paymentId: string, what: string): string => `${paymentId} ${what}`

/**
 * Reads how each order, each new review, the flags of each flagged payment with its order, and each count that ran low among the events
 * are now.
 */
export async function readSubjects(
  tx: EntityManager,
  events: readonly ShopEvent[],
  { stock }: Pick<ShopSettings, 'stock'>,
): Promise<Subjects> {
  const idsOf = (type: ShopEvent['type']) => events.flatMap((event) => (event.type === type ? [event.subject] : []))
  return {
    orders: await ordersNow(tx, [
      ...idsOf('order.placed'),
      ...idsOf('order.paid'),
      ...events.flatMap((event) => (event.type === 'payment.flagged' ? [event.data.orderId] : [])),
    ]),
    reviews: await reviewsNow(tx, idsOf('review.submitted')),
    flags: await openFlags(tx, idsOf('payment.flagged')),
    low: await lowNow(
      tx,
      events.flatMap((event) => (event.type === 'stock.low' ? [event.data.variantId] : [])),
      stock.lowAt,
    ),
  }
}

async function ordersNow(tx: EntityManager, ids: readonly string[]): Promise<Subjects['orders']> {
  if (ids.length === 0) return new Map()
  const rows = await db(tx)
    .selectFrom('orders')
    .select(({ ref, eb }) => [
      'id',
      'fulfilment',
      eb('status', '=', 'cancelled').$castTo<boolean>().as('isCancelled'),
      isSet(ref('deleted_at')).as('isDeleted'),
    ])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, ...order }) => [id, order]))
}

async function reviewsNow(tx: EntityManager, ids: readonly string[]): Promise<Subjects['reviews']> {
  if (ids.length === 0) return new Map()
  const rows = await db(tx)
    .selectFrom('reviews')
    .select(['id', 'status'])
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute()
  return new Map(rows.map(({ id, status }) => [id, status]))
}

async function openFlags(tx: EntityManager, paymentIds: readonly string[]): Promise<Subjects['flags']> {
  if (paymentIds.length === 0) return new Set()
  const rows = await db(tx)
    .selectFrom('payment_flags')
    .select(['payment_id', 'what'])
    .where('payment_id', 'in', paymentIds)
    .where('resolved_at', 'is', null)
    .execute()
  return new Set(rows.map(({ payment_id, what }) => flagOf(payment_id, what)))
}

async function lowNow(tx: EntityManager, variantIds: readonly string[], lowAt: number): Promise<Subjects['low']> {
  if (variantIds.length === 0) return new Map()
  const rows = await db(tx)
    .selectFrom('variants')
    .select(['id', 'stock_count as left'])
    .where('id', 'in', variantIds)
    .where('stock_count', '<=', sql<number>`coalesce(low_at, ${lowAt}::int)`)
    .$narrowType<{ left: NotNull }>()
    .execute()
  return new Map(rows.map(({ id, left }) => [id, left]))
}
