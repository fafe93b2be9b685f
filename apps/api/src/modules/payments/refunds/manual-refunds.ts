import { shillingsOf } from '@marashi/domain/rules/money'
import { isOpenRefund, isReserving } from '@marashi/domain/rules/refund'
import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../../db/db.ts'
import { ShopError } from '../../../shop-error.ts'
import { dropEmailsOfFailedRefunds } from '../emails/drop-unsent-emails.ts'
import type { LockedPayment } from '../settlement/lock-payment.ts'
import { applyRefundTotals } from './apply-refund-totals.ts'
import { centsLeft, centsReserved, lockRefunds } from './lock-refund.ts'

const source = 'administrator'

/** The administrator says that a locked payment has gone back: what is left of it gets a row. Throws CONFLICT. */
export async function recordWholeRefund(tx: EntityManager, now: Date, payment: LockedPayment): Promise<void> {
  const earlier = await lockRefunds(tx, payment.id)
  if (earlier.some(isOpenRefund)) {
    throw new ShopError('CONFLICT', 'A refund of this payment is under way. Wait for its end, or record it there.')
  }
  await db(tx)
    .insertInto('payment_refunds')
    .values({
      payment_id: payment.id,
      payment_method: payment.paymentMethod,
      status: 'succeeded',
      amount: shillingsOf(centsLeft(payment, earlier)),
      reason: 'Set to refunded',
      requested_by: 'administrator',
      is_manual: true,
      requested_at: now,
      succeeded_at: now,
      updated_at: now,
    })
    .execute()
  await applyRefundTotals(tx, now, payment, source)
}

/**
 * The administrator takes back what was recorded by hand. Throws CONFLICT where a provider gave money back, or is at it:
 * that is not the administrator's to unsay.
 */
export async function takeBackManualRefunds(tx: EntityManager, now: Date, payment: LockedPayment): Promise<void> {
  const refunds = (await lockRefunds(tx, payment.id)).filter(isReserving)
  if (refunds.some(({ isManual }) => !isManual)) {
    throw new ShopError('CONFLICT', 'This money went back to the customer. A refunded payment stays refunded.')
  }
  if (refunds.length === 0) return
  await db(tx)
    .updateTable('payment_refunds')
    .set({
      status: 'failed',
      failed_at: now,
      succeeded_at: null,
      failure_code: source,
      failure_reason: 'Taken back by the administrator.',
      updated_at: now,
    })
    .where('payment_id', '=', payment.id)
    .where('status', '=', 'succeeded')
    .execute()
  await dropEmailsOfFailedRefunds(tx, payment.id)
}

/** Throws CONFLICT where money of a completed payment went back, or is on its way: then it came, and its record stays. */
export async function refuseWithRefunds(tx: EntityManager, paymentId: string): Promise<void> {
  if (centsReserved(await lockRefunds(tx, paymentId)) === 0) return
  const message = 'Money of this payment went back to the customer, so it stays completed or becomes refunded.'
  throw new ShopError('CONFLICT', message)
}

/**
 * Throws CONFLICT for the field `amount` where what went back, or is on its way, does not fit this many cents: a part of a
 * completed payment, all of a refunded one.
 */
export async function refuseBelowRefunds(
  tx: EntityManager,
  { id, status, cents }: { id: string; status: LockedPayment['status']; cents: number },
): Promise<void> {
  const refunded = centsReserved(await lockRefunds(tx, id))
  if (refunded === 0 || (status === 'refunded' ? refunded === cents : refunded < cents)) return
  const message =
    status === 'refunded' ? 'All of this payment has gone back already.' : 'As much as this has been refunded already.'
  throw new ShopError('CONFLICT', message, { fields: { amount: message } })
}
