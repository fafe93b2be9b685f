import { decideCompletion } from '@marashi/domain/rules/settlement'
import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../../db/db.ts'
import { applyDecision } from '../settlement/apply-decision.ts'
import { lockPayment, settlementState } from '../settlement/lock-payment.ts'
import { flagAmount } from './flag-amount.ts'

/**
 * Books a payment as completed because the administrator says so, by the rules of any completion: entered, moved and taken
 * back refunds all end here. Money that had come before counts on the day on which it came.
 *
 * `receipt`: what the administrator read on the provider's statement, for an attempt whose own message never came.
 */
export async function completeByHand(
  tx: EntityManager,
  now: Date,
  id: string,
  { receipt, note }: { receipt?: string | undefined; note?: string | undefined } = {},
): Promise<void> {
  const payment = await lockPayment(tx, id)
  const { cameAt } = await db(tx)
    .selectFrom('payments')
    .where('id', '=', id)
    .select('completed_at as cameAt')
    .executeTakeFirstOrThrow()
  const outcome = {
    source: 'administrator',
    kind: 'succeeded',
    ...(receipt !== undefined && { receipt }),
    ...(note && { note }),
  } as const
  await applyDecision(tx, now, { payment, outcome, decision: decideCompletion(settlementState(payment), outcome) })
  if (cameAt) await db(tx).updateTable('payments').set({ completed_at: cameAt }).where('id', '=', id).execute()
  // Another flag, such as a cancelled order's, does not say how much came.
  await flagAmount(tx, now, id)
}
