import type { EventType, ShopEvent } from '@marashi/domain/contracts/events'
import type { EntityManager } from '@mikro-orm/postgresql'
import { db, instant } from '../../db/db.ts'

const MOST = 500

interface EventQuery {
  /** The id of the last event that the reader has; 0 for the first ones. */
  after: number
  /** Only these types; all of them unless given. */
  types?: readonly EventType[]
  limit?: number
}

/**
 * The events after a position, oldest first. Whoever goes on after the last id gets every event once, also those of
 * transactions that end long after they wrote (docs/behaviour.md#event-log).
 */
export async function readEvents(em: EntityManager, { after, types, limit = MOST }: EventQuery): Promise<ShopEvent[]> {
  await publishEvents(em)
  const rows = await db(em)
    .selectFrom('events')
    .select(({ ref }) => [
      'position as id',
      'type',
      'version',
      'subject',
      instant(ref('occurred_at')).as('occurredAt'),
      'data',
    ])
    .where('position', '>', after)
    .$if(types !== undefined, (query) => query.where('type', 'in', types ?? []))
    .orderBy('position')
    .limit(limit)
    .execute()
  // The triggers write what the contract says; the tests hold every one of them to it.
  return rows as ShopEvent[]
}

/** The id of the newest event: where a reader begins that is not interested in what was before. */
export async function lastEventId(em: EntityManager): Promise<number> {
  await publishEvents(em)
  const { last } = await db(em)
    .selectFrom('events')
    .select(({ fn }) => fn.max('position').as('last'))
    .where('position', 'is not', null)
    .executeTakeFirstOrThrow()
  return last ?? 0
}

/** Numbers the events of transactions that have ended. */
const publishEvents = (em: EntityManager) =>
  db(em)
    .selectNoFrom(({ fn }) => fn('publish_events', []).as('done'))
    .execute()
