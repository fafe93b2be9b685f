import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../../db/db.ts'
import { resolveFlags } from '../flags/resolve-flags.ts'
import { lockPayment } from '../settlement/lock-payment.ts'
import { releaseOrder, unpayOrder } from '../settlement/release-order.ts'
import { completeByHand } from './complete-by-hand.ts'
import { answeredByEdit } from './set-payment-status.ts'

/** A payment between two orders, or two methods. */
export interface MovingPayment {
  orderId: string
  wasSurplus: boolean
}

/**
 * Takes a completed manual payment off the order that it pays: it counts as surplus until endMove, because no
 * order has two payments. It stays completed all the time, so what went back of it stays as it is.
 */
export async function startMove(tx: EntityManager, now: Date, id: string): Promise<MovingPayment> {
  const { orderId, isSurplus: wasSurplus } = await lockPayment(tx, id)
  await db(tx).updateTable('payments').set({ is_surplus: true, updated_at: now }).where('id', '=', id).execute()
  await resolveFlags(tx, now, id, { what: answeredByEdit, by: 'shop', resolution: 'moved by hand' })
  return { orderId, wasSurplus }
}

/**
 * Ends the move: frees the order that the payment has left, and pays the one that its row names by now, which with another
 * method is the same.
 */
export async function endMove(tx: EntityManager, now: Date, id: string, from: MovingPayment): Promise<void> {
  const { orderId } = await lockPayment(tx, id)
  if (!from.wasSurplus) {
    if (orderId === from.orderId) await unpayOrder(tx, now, orderId)
    else await releaseOrder(tx, now, { orderId: from.orderId, isSurplus: false })
  }
  await completeByHand(tx, now, id, { note: 'moved by hand' })
}
