import { type Attention, isPaidStatus } from '@marashi/domain/rules/payment-status'
import type { Doubts } from '@marashi/domain/rules/settlement'
import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../../db/db.ts'
import type { LockedPayment } from './lock-payment.ts'
import type { PaymentOutcome } from './payment-outcome.ts'
import { holdersOfReference, type ReferenceHolder } from './reference-in-use.ts'

/** The note in a payment's history of a success that was refused. */
export const refusalNote = (attention: Attention) => `refused: ${attention}`

/**
 * What the other payments and this payment's own history say about a reported outcome; `mistaken` are payments for which the
 * administrator typed its receipt.
 */
export async function findDoubts(
  tx: EntityManager,
  payment: LockedPayment,
  outcome: PaymentOutcome,
): Promise<{ doubts: Doubts; mistaken: ReferenceHolder[] }> {
  if (outcome.kind !== 'succeeded') return { doubts: { isReceiptUsed: false, refusedBefore: null }, mistaken: [] }
  const holders = outcome.receipt === undefined ? [] : await holdersOfReference(tx, payment.id, outcome.receipt)
  const mistaken = holders.filter((holder) => isMistaken(holder, payment))
  return {
    doubts: {
      isReceiptUsed: mistaken.length < holders.length,
      refusedBefore: outcome.source === 'query' ? await lastRefusal(tx, payment.id) : null,
    },
    mistaken,
  }
}

/**
 * The provider names the attempt that a receipt belongs to, so whoever typed it elsewhere was wrong. On the same order it is
 * the same money, where it was booked by hand before.
 */
const isMistaken = ({ isTyped, orderId, status }: ReferenceHolder, payment: LockedPayment): boolean =>
  isTyped && (orderId !== payment.orderId || !isPaidStatus(status))

const refusals = ['amount-mismatch', 'receipt-used'] as const

/** A flag that was resolved counts too: what was refused once is not believed on a look-up alone. */
async function lastRefusal(tx: EntityManager, paymentId: string): Promise<Doubts['refusedBefore']> {
  const last = await db(tx)
    .selectFrom('payment_flags')
    .select('what')
    .where('payment_id', '=', paymentId)
    .where('what', 'in', refusals)
    .where('source', '<>', 'administrator')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return refusals.find((refusal) => refusal === last?.what) ?? null
}
