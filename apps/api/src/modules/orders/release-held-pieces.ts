import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../db/db.ts'
import type { Context } from '../../http/context.ts'
import { giveBackStock } from '../catalogue/stock/give-back-stock.ts'
import { timeIsOver } from '../catalogue/stock/held-until.ts'

/** Who was asked for money this lately may be about to pay. */
const BEING_PAID_MS = 30 * 60_000

/** Of one run; the next one goes on with the rest. */
const AT_MOST = 1_000

/**
 * Gives back what orders hold that were neither paid nor begun in time; the orders stay as they are. One that fails stands in
 * no other's way; the first failure is thrown at the end. See docs/behaviour.md#stock.
 */
export async function releaseHeldPieces({ em, clock }: Pick<Context, 'em' | 'clock'>): Promise<void> {
  const now = clock()
  const failures: unknown[] = []
  for (const { id } of await dueOrders(em, now)) {
    try {
      await em.fork().transactional((tx) => release(tx, id, now))
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}

const dueOrders = (em: EntityManager, now: Date) =>
  db(em)
    .selectFrom('orders')
    .where('pieces_held_until', '>', timeIsOver)
    .where('pieces_held_until', '<=', now)
    .select('id')
    .orderBy('pieces_held_until')
    .limit(AT_MOST)
    .execute()

async function release(tx: EntityManager, id: string, now: Date): Promise<void> {
  const order = await db(tx)
    .selectFrom('orders')
    .where('id', '=', id)
    .where('pieces_held_until', '>', timeIsOver)
    .where('pieces_held_until', '<=', now)
    .select(['status', 'fulfilment', 'paid_at as paidAt', 'payment_initiated_at as askedAt'])
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!order) return
  const { askedAt } = order
  // What the owner has begun is hers to give back. Deleted and refunded ones have no fulfilment.
  const isWaiting = order.status === 'pending' && order.paidAt === null && order.fulfilment !== null
  const patience = new Date((askedAt?.getTime() ?? 0) + BEING_PAID_MS)
  const isBeingPaid = isWaiting && patience > now
  if (isWaiting && !isBeingPaid) await giveBackStock(tx, id, { reason: 'unpaid', now })
  await db(tx)
    .updateTable('orders')
    .set({ pieces_held_until: isBeingPaid ? patience : timeIsOver })
    .where('id', '=', id)
    .execute()
}
