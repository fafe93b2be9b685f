import type { PaymentStatus } from '@marashi/domain/rules/payment-status'
import { decideSettlement } from '@marashi/domain/rules/settlement'
import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../../db/db.ts'
import { ShopError } from '../../../shop-error.ts'
import { dropUnsentReceipt } from '../emails/drop-unsent-emails.ts'
import { resolveFlags } from '../flags/resolve-flags.ts'
import { applyRefundTotals, writeRefunded } from '../refunds/apply-refund-totals.ts'
import { recordWholeRefund, refuseWithRefunds, takeBackManualRefunds } from '../refunds/manual-refunds.ts'
import { applyDecision } from '../settlement/apply-decision.ts'
import { type LockedPayment, lockPayment, settlementState } from '../settlement/lock-payment.ts'
import { recordEvent } from '../settlement/record-event.ts'
import { releaseOrder } from '../settlement/release-order.ts'
import { completeByHand } from './complete-by-hand.ts'

const source = 'administrator'

/** What a manual payment that pays an order was flagged for; another order, or another status, answers it. */
export const answeredByEdit = ['paid-twice', 'late', 'order-cancelled', 'amount-mismatch', 'partly-refunded'] as const

/**
 * Sets a payment to the status that the administrator chose. A manual payment may be set to anything, and its order
 * follows. Where a provider moved the money, its record counts: refunded follows completed alone, nothing else follows it, and
 * a refund is only taken back where the administrator alone had entered it. Throws CONFLICT otherwise.
 *
 * `receipt`: what the administrator read on the provider's statement, for an attempt whose own message never came.
 */
export async function setPaymentStatus(
  tx: EntityManager,
  now: Date,
  paymentId: string,
  { status, receipt, note }: { status: PaymentStatus; receipt?: string | undefined; note?: string },
): Promise<void> {
  const payment = await lockPayment(tx, paymentId)
  if (payment.status === status) return
  if (!payment.isManual) refuseRewriting(payment, status)
  if (status === 'completed' && payment.status === 'refunded') {
    await takeBackManualRefunds(tx, now, payment)
    await writeRefunded(tx, now, payment, 0)
    await completeByHand(tx, now, paymentId, { note: note ?? 'its refund was taken back' })
  } else if (status === 'completed') {
    await completeByHand(tx, now, paymentId, { receipt, note })
  } else if (status === 'refunded' && payment.status === 'completed') {
    await recordWholeRefund(tx, now, payment)
  } else if ((status === 'failed' || status === 'cancelled') && isOpen(payment) && !payment.isManual) {
    const outcome = { source, kind: status, code: source, reason: 'Set by the shop.', ...(note && { note }) } as const
    const decision = decideSettlement(settlementState(payment), outcome, { isReceiptUsed: false, refusedBefore: null })
    await applyDecision(tx, now, { payment, outcome, decision })
  } else {
    await write(tx, now, payment, { status, ...(note && { note }) })
  }
}

const isOpen = ({ status }: LockedPayment) => status === 'pending' || status === 'processing'

function refuseRewriting(payment: LockedPayment, status: PaymentStatus): void {
  if (payment.status === 'completed' && status !== 'refunded') {
    throw new ShopError('CONFLICT', 'The gateway has taken this money. A completed payment can only become refunded.')
  }
  if (status === 'refunded' && payment.status !== 'completed') {
    throw new ShopError('CONFLICT', 'No money has come by this attempt. Only a completed payment can become refunded.')
  }
  if (payment.status !== 'refunded') return
  if (status !== 'completed') {
    throw new ShopError('CONFLICT', 'This money went back to the customer. A refunded payment stays refunded.')
  }
}

/** A status that moves no money, or takes back what was only entered by the administrator. */
async function write(
  tx: EntityManager,
  now: Date,
  payment: LockedPayment,
  { status, note }: { status: PaymentStatus; note?: string },
): Promise<void> {
  if (payment.status === 'completed') await refuseWithRefunds(tx, payment.id)
  else await takeBackManualRefunds(tx, now, payment)
  await db(tx)
    .updateTable('payments')
    .set({
      status,
      failed_at: status === 'failed' || status === 'cancelled' ? now : null,
      completed_at: null,
      is_surplus: false,
      updated_at: now,
    })
    .where('id', '=', payment.id)
    .execute()
  await recordEvent(tx, { now, payment, source, note, toStatus: status })
  if (payment.status === 'completed') {
    await dropUnsentReceipt(tx, payment.id)
    await resolveFlags(tx, now, payment.id, { what: answeredByEdit, by: 'shop', resolution: `set to ${status}` })
  }
  if (payment.status === 'completed') await releaseOrder(tx, now, payment)
  const changed = { ...payment, status }
  if (status === 'refunded') await recordWholeRefund(tx, now, changed)
  else await applyRefundTotals(tx, now, changed, source)
}
