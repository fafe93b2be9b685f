import type { ShopEvent } from '@marashi/domain/contracts/events'
import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../db/db.ts'
import { lastEventId, readEvents } from './read-events.ts'

/**
 * Hands the events that the reader of this name has not seen to `handle`, in the transaction that also keeps how far it
 * is: what `handle` writes is written once for each event. A new reader begins with what happens from now on. Answers
 * how many there were; call it again until there are none.
 */
export async function readOn(
  em: EntityManager,
  name: string,
  handle: (tx: EntityManager, events: readonly ShopEvent[]) => Promise<void>,
): Promise<number> {
  await begin(em, name)
  return await em.fork().transactional(async (tx) => {
    const { position } = await db(tx)
      .selectFrom('event_readers')
      .select('position')
      .where('name', '=', name)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const events = await readEvents(tx, { after: position })
    const last = events.at(-1)
    if (!last) return 0
    await handle(tx, events)
    await db(tx).updateTable('event_readers').set({ position: last.id }).where('name', '=', name).execute()
    return events.length
  })
}

async function begin(em: EntityManager, name: string): Promise<void> {
  const known = await db(em).selectFrom('event_readers').select('name').where('name', '=', name).executeTakeFirst()
  if (known) return
  await db(em)
    .insertInto('event_readers')
    .values({ name, position: await lastEventId(em) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
