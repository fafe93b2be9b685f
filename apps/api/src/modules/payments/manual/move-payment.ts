import { decideCompletion } from '@marashi/domain/rules/settlement'
import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../../db/db.ts'
import { resolveFlags } from '../flags/resolve-flags.ts'
import { applyDecision } from '../settlement/apply-decision.ts'
import { lockPayment, settlementState } from '../settlement/lock-payment.ts'
import { releaseOrder, unpayOrder } from '../settlement/release-order.ts'
import { flagAmount } from './flag-amount.ts'
import { answeredByEdit } from './set-payment-status.ts'

/** A payment between two orders, or two methods. */
export interface MovingPayment {
  orderId: string
  wasSurplus: boolean
  completedAt: Date | null
}

/**
 * Takes a completed manual payment off the order that it pays: it counts as surplus until it joins the other one, because no
 * order has two payments. It stays completed all the time, so what went back of it stays as it is.
 */
export async function startMove(tx: EntityManager, now: Date, id: string): Promise<MovingPayment> {
  const { orderId, isSurplus: wasSurplus } = await lockPayment(tx, id)
  const { completedAt } = await db(tx)
    .updateTable('payments')
    .set({ is_surplus: true, updated_at: now })
    .where('id', '=', id)
    .returning('completed_at as completedAt')
    .executeTakeFirstOrThrow()
  await resolveFlags(tx, now, id, { what: answeredByEdit, by: 'shop', resolution: 'moved by hand' })
  return { orderId, wasSurplus, completedAt }
}

/** Frees the order that a moving payment has left; its own row names the other one by now. */
export async function leaveOrder(tx: EntityManager, now: Date, id: string, from: MovingPayment): Promise<void> {
  const { orderId } = await lockPayment(tx, id)
  if (from.wasSurplus) return
  if (orderId === from.orderId) await unpayOrder(tx, now, orderId)
  else await releaseOrder(tx, now, { orderId: from.orderId, isSurplus: false })
}

/** A moving payment pays the locked order that it names now. Its money counts on the day on which it came. */
export async function joinOrder(
  tx: EntityManager,
  now: Date,
  id: string,
  { completedAt }: MovingPayment,
): Promise<void> {
  const payment = await lockPayment(tx, id)
  const outcome = { source: 'administrator', kind: 'succeeded', note: 'moved by hand' } as const
  await applyDecision(tx, now, { payment, outcome, decision: decideCompletion(settlementState(payment), outcome) })
  await db(tx).updateTable('payments').set({ completed_at: completedAt }).where('id', '=', id).execute()
  await flagAmount(tx, now, id)
}
