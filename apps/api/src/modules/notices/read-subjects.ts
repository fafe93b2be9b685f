import type { ShopEvent } from '@marashi/domain/contracts/events'
import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../db/db.ts'

/** How the orders and reviews are now that events tell of, by their id: what is told is to be true when it is told. */
export interface Subjects {
  orders: ReadonlyMap<string, string>
  reviews: ReadonlyMap<string, string>
}

export const unknownSubjects: Subjects = { orders: new Map(), reviews: new Map() }

/** Reads the status of each paid order and of each new review among the events. */
export async function readSubjects(tx: EntityManager, events: readonly ShopEvent[]): Promise<Subjects> {
  const idsOf = (type: ShopEvent['type']) => events.flatMap((event) => (event.type === type ? [event.subject] : []))
  return {
    orders: await statuses(tx, 'orders', idsOf('order.paid')),
    reviews: await statuses(tx, 'reviews', idsOf('review.submitted')),
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
