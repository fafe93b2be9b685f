import { type PaymentStatus, paidStatuses } from '@marashi/domain/rules/payment-status'
import { decideSettlement } from '@marashi/domain/rules/settlement'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { db } from '../../../db/db.ts'
import { ShopError } from '../../../shop-error.ts'
import { dropUnsentReceipt } from '../emails/drop-unsent-emails.ts'
import { resolveFlags } from '../flags/resolve-flags.ts'
import { applyRefundTotals, writeRefunded } from '../refunds/apply-refund-totals.ts'
import { recordWholeRefund, refuseWithRefunds, takeBackManualRefunds } from '../refunds/manual-refunds.ts'
import { settleMadeRefund } from '../refunds/settle-refund.ts'
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
 * follows; so may an attempt that the administrator alone called paid, whose provider is asked again then. Where a provider
 * moved the money, its record counts: refunded follows completed alone, nothing else follows it, and a refund is only taken back
 * where the administrator alone had entered it; one that the provider's list proves takes its place then, and the payment stays
 * refunded. Throws CONFLICT otherwise.
 *
 * `receipt`: what the administrator read on the provider's statement, for an attempt whose own message never came.
 */
export async function setPaymentStatus(
  tx: EntityManager,
  now: Date,
  paymentId: string,
  { status, receipt }: { status: PaymentStatus; receipt?: string | undefined },
): Promise<void> {
  const payment = await lockPayment(tx, paymentId)
  if (payment.status === status) return
  if (!payment.isManual) await refuseRewriting(tx, payment, status)
  if (status === 'completed' && payment.status === 'refunded') {
    await takeBackManualRefunds(tx, now, payment)
    if (await settleMadeRefund(tx, now, payment.id)) return
    await writeRefunded(tx, now, payment, 0)
    await completeByHand(tx, now, paymentId, { note: 'its refund was taken back' })
  } else if (status === 'completed') {
    await completeByHand(tx, now, paymentId, { receipt })
  } else if (status === 'refunded' && payment.status === 'completed') {
    await recordWholeRefund(tx, now, payment)
  } else if ((status === 'failed' || status === 'cancelled') && isOpen(payment) && !payment.isManual) {
    const outcome = { source, kind: status, code: source, reason: 'Set by the shop.' } as const
    const decision = decideSettlement(settlementState(payment), outcome, { isReceiptUsed: false, refusedBefore: null })
    await applyDecision(tx, now, { payment, outcome, decision })
  } else {
    await write(tx, now, payment, status)
  }
}

const isOpen = ({ status }: LockedPayment) => status === 'pending' || status === 'processing'

async function refuseRewriting(tx: EntityManager, payment: LockedPayment, status: PaymentStatus): Promise<void> {
  if (payment.status === 'completed' && status !== 'refunded' && !(await isCompletedByHand(tx, payment))) {
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

/** Whether no provider has called a completed attempt paid since it was not. */
async function isCompletedByHand(tx: EntityManager, { id, receipt }: LockedPayment): Promise<boolean> {
  if (receipt !== null) return false
  const said = await db(tx)
    .selectFrom('payment_events as e')
    .where('e.payment_id', '=', id)
    .where('e.to_status', '=', 'completed')
    .where('e.from_status', 'is distinct from', 'completed')
    .where('e.source', '<>', source)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('payment_events as later')
            .whereRef('later.payment_id', '=', 'e.payment_id')
            .whereRef('later.id', '>', 'e.id')
            .where('later.from_status', 'in', paidStatuses)
            .where('later.to_status', 'not in', paidStatuses)
            .select('later.id'),
        ),
      ),
    )
    .select('e.id')
    .limit(1)
    .executeTakeFirst()
  return said === undefined
}

/** A status that moves no money, or takes back what was only entered by the administrator. */
async function write(tx: EntityManager, now: Date, payment: LockedPayment, status: PaymentStatus): Promise<void> {
  if (payment.status === 'completed') await refuseWithRefunds(tx, payment.id)
  else await takeBackManualRefunds(tx, now, payment)
  await db(tx)
    .updateTable('payments')
    .set({
      status,
      failed_at: status === 'failed' || status === 'cancelled' ? now : null,
      // What went back has come before.
      completed_at: status === 'refunded' ? sql<Date>`coalesce(completed_at, ${now})` : null,
      is_surplus: false,
      updated_at: now,
      // The prompt of an attempt that was not paid after all may be paid still.
      ...(payment.status === 'completed' && { next_query_at: nextQueryOfAttempt(now) }),
    })
    .where('id', '=', payment.id)
    .execute()
  await recordEvent(tx, { now, payment, source, toStatus: status })
  if (payment.status === 'completed') {
    await dropUnsentReceipt(tx, payment.id)
    await resolveFlags(tx, now, payment.id, { what: answeredByEdit, by: 'shop', resolution: `set to ${status}` })
  }
  if (payment.status === 'completed') await releaseOrder(tx, now, payment)
  const changed = { ...payment, status }
  if (status === 'refunded') await recordWholeRefund(tx, now, changed)
  else await applyRefundTotals(tx, now, changed, source)
}

/** Only an attempt has a callback, and somebody to be asked. */
const nextQueryOfAttempt = (now: Date) =>
  sql<Date | null>`case when callback_token_hash is not null then ${now}::timestamptz end`
