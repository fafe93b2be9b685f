import type { EventType, ShopEvent } from '@marashi/domain/contracts/events'
import type { EntityManager } from '@mikro-orm/postgresql'
import { db, instant } from '../../db/db.ts'

const MOST = 500

interface EventQuery {
  /** The id of the last event that the reader has; 0 for the first ones. */
  after: number
  /** Only these types; all of them unless given. */
  types?: readonly EventType[] | undefined
  limit?: number | undefined
}

/**
 * The events after a position, oldest first. Whoever goes on after the last id gets every event once, also those of
 * transactions that end long after they wrote (docs/behaviour.md#event-log).
 */
export async function readEvents(em: EntityManager, { after, types, limit = MOST }: EventQuery): Promise<ShopEvent[]> {
  await publishEvents(em)
  const rows = await presentedEvents(em)
    .where('position', '>', after)
    .$if(types !== undefined, (query) => query.where('type', 'in', types ?? []))
    .orderBy('position')
    .limit(limit)
    .execute()
  // The triggers write what the contract says; the tests hold every one of them to it.
  return rows as ShopEvent[]
}

/** The event of this id; undefined where the log holds it no longer. */
export async function readEvent(em: EntityManager, id: number): Promise<ShopEvent | undefined> {
  return (await presentedEvents(em).where('position', '=', id).executeTakeFirst()) as ShopEvent | undefined
}

const presentedEvents = (em: EntityManager) =>
  db(em)
    .selectFrom('events')
    .select(({ ref }) => [
      'position as id',
      'type',
      'version',
      'subject',
      instant(ref('occurred_at')).as('occurredAt'),
      'data',
    ])

/**
 * As `readEvents`, and where to go on: behind what was left out too, so that a reader of rare types is not told that its
 * position has gone.
 */
export async function readPage(
  em: EntityManager,
  query: EventQuery,
): Promise<{ events: ShopEvent[]; next: number; oldest: number; newest: number }> {
  const { oldest, newest } = await logRange(em)
  const { limit = MOST } = query
  const found = await readEvents(em, { ...query, limit })
  // What was written meanwhile would be passed over by `newest`, unless it is among what was found.
  const last = found.at(-1)?.id ?? query.after
  return { events: found, next: found.length === limit ? last : Math.max(last, newest, query.after), oldest, newest }
}

/** The id of the newest event: where a reader begins that is not interested in what was before. */
export async function lastEventId(em: EntityManager): Promise<number> {
  const written = await lastWritten(em)
  // Numbered in portions: a reader that begins behind the first one would be told of what was long before.
  do await publishEvents(em)
  while (await hasUnnumbered(em, written))
  return (await logRange(em)).newest
}

const lastWritten = async (em: EntityManager): Promise<number> => {
  const { last } = await db(em)
    .selectFrom('events')
    .select(({ fn }) => fn.max('id').as('last'))
    .executeTakeFirstOrThrow()
  return last ?? 0
}

const hasUnnumbered = async (em: EntityManager, written: number): Promise<boolean> =>
  Boolean(
    await db(em)
      .selectFrom('events')
      .select('id')
      .where('position', 'is', null)
      .where('id', '<=', written)
      .limit(1)
      .executeTakeFirst(),
  )

/** The ids of the oldest and the newest event that are kept; 0 where there is none. */
async function logRange(em: EntityManager): Promise<{ oldest: number; newest: number }> {
  await publishEvents(em)
  const { oldest, newest } = await db(em)
    .selectFrom('events')
    .select(({ fn }) => [fn.min('position').as('oldest'), fn.max('position').as('newest')])
    .where('position', 'is not', null)
    .executeTakeFirstOrThrow()
  return { oldest: oldest ?? 0, newest: newest ?? 0 }
}

/** Numbers the events of transactions that have ended. */
const publishEvents = (em: EntityManager) =>
  db(em)
    .selectNoFrom(({ fn }) => fn('publish_events', []).as('done'))
    .execute()
