import type { SetAsideEvents } from '@marashi/domain/contracts/admin-webhook-events'
import type { EntityManager } from '@mikro-orm/postgresql'
import { db, instant } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'

const SHOWN = 50

const setAside = (em: EntityManager) =>
  db(em)
    .selectFrom('webhook_events as event')
    .where('event.processed_at', 'is', null)
    .where('event.next_attempt_at', 'is', null)

/** The newest 50 events that were set aside, with the order of their payment where it is known. */
export async function listSetAsideEvents({ em }: Pick<Context, 'em'>): Promise<SetAsideEvents> {
  const events = await setAside(em)
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
    .execute()
  return { events }
}

export async function countSetAsideEvents(em: EntityManager): Promise<number> {
  const { count } = await setAside(em)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
