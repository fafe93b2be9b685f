import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../../db/db.ts'
import { flagLockedPayment } from '../flags/flag-payment.ts'
import { lockRefund } from '../refunds/lock-refund.ts'
import { settleLockedRefund } from '../refunds/settle-refund.ts'
import { lockPayment } from '../settlement/lock-payment.ts'
import { eraseKnownPayers } from './erased-payer.ts'
import { otherAmount } from './flag-line-amounts.ts'
import { isFree, type LockedTransaction } from './lock-transaction.ts'
import { paymentOfTransaction, refundOfTransaction } from './payment-of-transaction.ts'
import { recordTransactionEvent } from './record-transaction-event.ts'

/**
 * Connects a locked line with the payment or refund that has its reference, if there is one. A payment that the
 * administrator typed with another amount is flagged. Answers whether the line is connected now.
 */
export async function linkTransaction(
  tx: EntityManager,
  now: Date,
  transaction: LockedTransaction,
): Promise<{ paymentId: string | null } | undefined> {
  if (!isFree(transaction)) return undefined
  const { id, kind } = transaction
  if (kind === 'refund') return await linkRefund(tx, now, transaction)
  if (kind !== 'payment') return undefined
  const found = await paymentOfTransaction(tx, transaction)
  if (!found) return undefined
  const payment = await lockPayment(tx, found)
  // Somebody may have changed it while this waited for the lock.
  if ((await paymentOfTransaction(tx, transaction)) !== found) return undefined
  await db(tx).updateTable('gateway_transactions').set({ payment_id: found }).where('id', '=', id).execute()
  await eraseKnownPayers(tx, now, [id])
  await recordTransactionEvent(tx, { now, id, by: 'shop', what: 'matched' })
  const flag = otherAmount({ ...transaction, cents: transaction.amountCents }, payment.amount)
  if (flag) await flagLockedPayment(tx, now, payment, flag)
  return { paymentId: found }
}

/** A refund that only the line proves, as one whose receipt the provider never told, has succeeded by it and has its receipt. */
async function linkRefund(
  tx: EntityManager,
  now: Date,
  transaction: LockedTransaction,
): Promise<{ paymentId: null } | undefined> {
  const { id, reference } = transaction
  const found = await refundOfTransaction(tx, transaction)
  if (!found) return undefined
  const locked = await lockRefund(tx, found.id)
  // Somebody may have changed it while this waited for the lock.
  const still = await refundOfTransaction(tx, transaction)
  if (still?.id !== found.id) return undefined
  await db(tx).updateTable('gateway_transactions').set({ refund_id: found.id }).where('id', '=', id).execute()
  await eraseKnownPayers(tx, now, [id])
  await recordTransactionEvent(tx, { now, id, by: 'shop', what: 'matched' })
  if (!still.isUnproved) return { paymentId: null }
  const report = { kind: 'succeeded', receipt: reference } as const
  await settleLockedRefund(tx, now, locked, { report, source: 'gateway' })
  return { paymentId: null }
}
