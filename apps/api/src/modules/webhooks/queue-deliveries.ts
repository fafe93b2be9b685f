import type { ShopEvent } from '@marashi/domain/contracts/events'
import { db } from '../../db/db.ts'
import type { Context } from '../../http/context.ts'
import { lastEventId, readPage } from '../events/read-events.ts'
import { bodyOf, messageIdOf } from './webhook-message.ts'

const AT_ONCE = 500

type Ctx = Pick<Context, 'em' | 'clock' | 'log'>

/**
 * Queues for each endpoint what happened since it was queued last, in the transaction that also keeps how far it is: each
 * event once. A paused endpoint stays where it is, and is told later of everything that the log still holds; what it does not
 * is said to the owner.
 */
export async function queueDeliveries(ctx: Ctx): Promise<void> {
  const endpoints = await db(ctx.em)
    .selectFrom('webhook_endpoints')
    .select(['id', 'position'])
    .where('paused_at', 'is', null)
    .execute()
  // Most shops have none, and this runs every second.
  if (endpoints.length === 0) return
  const last = await lastEventId(ctx.em)
  for (const { id } of endpoints.filter(({ position }) => position < last))
    while ((await queueFor(ctx, id)) === AT_ONCE);
}

/** Answers how many were queued. */
async function queueFor({ em, clock, log }: Ctx, id: string): Promise<number> {
  return await em.fork().transactional(async (tx) => {
    const endpoint = await db(tx)
      .selectFrom('webhook_endpoints')
      .select(['position', 'types'])
      .where('id', '=', id)
      .where('paused_at', 'is', null)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!endpoint) return 0
    const { events, next, oldest } = await readPage(tx, {
      after: endpoint.position,
      types: endpoint.types,
      limit: AT_ONCE,
    })
    const now = clock()
    if (events.length > 0) {
      await db(tx)
        .insertInto('webhook_deliveries')
        .values(events.map((event) => rowOf(event, { endpoint_id: id, now })))
        .onConflict((conflict) => conflict.columns(['endpoint_id', 'position']).doNothing())
        .execute()
    }
    const missed = Math.max(0, oldest - endpoint.position - 1)
    if (missed > 0) log.warn({ endpoint: id, missed }, 'a webhook has missed events: the log holds them no longer')
    await db(tx)
      .updateTable('webhook_endpoints')
      .set({ position: next, ...(missed > 0 && { last_problem: goneWords(missed) }) })
      .where('id', '=', id)
      .execute()
    return events.length
  })
}

/** Nobody knows any more which of them it wanted. */
const goneWords = (missed: number) =>
  missed === 1
    ? 'it was away too long: an event is gone for good, whether it wanted it or not'
    : `it was away too long: ${missed} events are gone for good, whether it wanted them or not`

const rowOf = (event: ShopEvent, { endpoint_id, now }: { endpoint_id: string; now: Date }) => ({
  endpoint_id,
  position: event.id,
  message_id: messageIdOf(event),
  type: event.type,
  subject: event.type === 'payment.flagged' ? event.data.orderId : event.subject,
  body: bodyOf(event),
  state: 'waiting' as const,
  created_at: now,
  next_attempt_at: now,
  id: undefined,
  attempts: undefined,
})
