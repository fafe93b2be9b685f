import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../db/db.ts'
import type { Context } from '../../http/context.ts'
import { giveBackStock } from '../catalogue/stock/give-back-stock.ts'

/** Who was asked for money this lately may be about to pay. */
const BEING_PAID_MS = 30 * 60_000

/** Gives back what orders hold that were neither paid nor begun in time; the orders stay as they are. See docs/behaviour.md#stock. */
export async function releaseHeldPieces({ em, clock }: Pick<Context, 'em' | 'clock'>): Promise<void> {
  while (await em.transactional((tx) => releaseNext(tx, clock())));
}

/** False when there is none left that another process is not working on. */
async function releaseNext(tx: EntityManager, now: Date): Promise<boolean> {
  const order = await db(tx)
    .selectFrom('orders')
    .where('pieces_held_until', '<=', now)
    .select(['id', 'status', 'fulfilment', 'paid_at as paidAt', 'payment_initiated_at as askedAt'])
    .orderBy('pieces_held_until')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!order) return false
  const { id, askedAt } = order
  // What the owner has begun is hers to give back. Deleted and refunded ones have no fulfilment.
  const isWaiting = order.status === 'pending' && order.paidAt === null && order.fulfilment !== null
  const patience = new Date((askedAt?.getTime() ?? 0) + BEING_PAID_MS)
  const isBeingPaid = isWaiting && patience > now
  if (isWaiting && !isBeingPaid) await giveBackStock(tx, id, { reason: 'unpaid', now })
  await db(tx)
    .updateTable('orders')
    .set({ pieces_held_until: isBeingPaid ? patience : null })
    .where('id', '=', id)
    .execute()
  return true
}
