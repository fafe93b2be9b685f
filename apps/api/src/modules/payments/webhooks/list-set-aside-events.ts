import type { SetAsideEvents } from '@marashi/domain/contracts/admin-webhook-events'
import type { EntityManager } from '@mikro-orm/postgresql'
import { db, instant } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'

const SHOWN = 50
const DISMISSED_SHOWN = 20

const setAside = (em: EntityManager) =>
  db(em)
    .selectFrom('webhook_events as event')
    .where('event.processed_at', 'is', null)
    .where('event.next_attempt_at', 'is', null)

/** The events that were set aside and those that were dismissed, newest first, with their payment's order where known. */
export async function listSetAsideEvents({ em }: Pick<Context, 'em'>): Promise<SetAsideEvents> {
  const [events, dismissed] = await Promise.all([
    setAside(em)
      .leftJoin('payments as p', 'p.id', 'event.payment_id')
      .leftJoin('orders as o', 'o.id', 'p.order_id')
      .select(({ ref }) => [
        'event.id',
        'event.gateway as paymentMethod',
        instant(ref('event.received_at')).as('receivedAt'),
        'event.attempts',
        'o.order_number as orderNumber',
      ])
      .orderBy('event.received_at', 'desc')
      .orderBy('event.id')
      .limit(SHOWN)
      .execute(),
    db(em)
      .selectFrom('webhook_events as event')
      .leftJoin('payments as p', 'p.id', 'event.payment_id')
      .leftJoin('orders as o', 'o.id', 'p.order_id')
      .where('event.dismissed_at', 'is not', null)
      .select(({ ref, fn, val }) => [
        'event.id',
        'event.gateway as paymentMethod',
        instant(ref('event.received_at')).as('receivedAt'),
        'o.order_number as orderNumber',
        instant(ref('event.dismissed_at')).$notNull().as('dismissedAt'),
        fn.coalesce('event.outcome', val('')).as('reason'),
      ])
      .orderBy('event.dismissed_at', 'desc')
      .limit(DISMISSED_SHOWN)
      .execute(),
  ])
  return { events, dismissed }
}

/** How many wait for the owner, and of how many the payment is not known: no flag tells of those. */
export async function countSetAsideEvents(em: EntityManager): Promise<{ count: number; ofNoPayment: number }> {
  return await setAside(em)
    .leftJoin('payments as p', 'p.id', 'event.payment_id')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.countAll<number>().filterWhere('p.id', 'is', null).as('ofNoPayment'),
    ])
    .executeTakeFirstOrThrow()
}
