import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../../db/db.ts'
import { statusOnceCancelled, statusOncePaid } from '../../orders/order-status.ts'
import { providerOf } from '../providers/registry.ts'
import { gatewayResponse } from './gateway-response.ts'
import type { LockedPayment } from './lock-payment.ts'
import type { Ended, Succeeded } from './payment-outcome.ts'

/**
 * Copies a completed payment to its order. A first payment moves the order from pending to processing and brings a
 * cancelled one back; a receipt is queued where there is an e-mail address. See docs/behaviour.md#payment-and-order-status.
 */
export async function syncOrderPaid(
  tx: EntityManager,
  now: Date,
  payment: LockedPayment,
  receipt: string | null,
): Promise<void> {
  await db(tx)
    .updateTable('orders')
    .set(({ selectFrom }) => ({
      paid_at: now,
      refunded_amount: selectFrom('payments')
        .select(({ fn, val }) => fn.coalesce('refunded_amount', val(0)).as('refunded'))
        .where('id', '=', payment.id),
      payment_failure_reason: null,
      updated_at: now,
      payment_method: payment.paymentMethod,
      status: statusOncePaid,
      ...providerOf(payment.paymentMethod).storage.order.paid(receipt),
      payment_gateway_response: selectFrom('payments').select('gateway_response').where('id', '=', payment.id),
    }))
    .where('id', '=', payment.orderId)
    .execute()
  if (!payment.customerEmail) return
  await db(tx)
    .insertInto('receipt_emails')
    .values({ payment_id: payment.id, recipient: payment.customerEmail, created_at: now, next_attempt_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Adds the receipt that arrived after its payment was settled. */
export async function syncOrderReceipt(
  tx: EntityManager,
  now: Date,
  { payment, outcome }: { payment: LockedPayment; outcome: Succeeded },
): Promise<void> {
  const { receipt } = providerOf(payment.paymentMethod).storage.order
  if (!receipt || outcome.receipt === undefined) return
  await db(tx)
    .updateTable('orders')
    .set({
      ...receipt.columns(outcome.receipt),
      payment_gateway_response: gatewayResponse(outcome),
      updated_at: now,
    })
    .where('id', '=', payment.orderId)
    .where(receipt.isAwaited)
    .execute()
}

/** Shows on an unpaid order how its attempt ended. `isCancelled` ends the order too, unless work on it has begun. */
export async function showEndedAttempt(
  tx: EntityManager,
  now: Date,
  { payment, outcome, isCancelled }: { payment: LockedPayment; outcome: Ended; isCancelled: boolean },
): Promise<void> {
  await db(tx)
    .updateTable('orders')
    .set(({ selectFrom }) => ({
      payment_failure_reason: outcome.reason,
      updated_at: now,
      ...providerOf(payment.paymentMethod).storage.order.ended(outcome.kind),
      status: isCancelled ? statusOnceCancelled : undefined,
      payment_gateway_response: selectFrom('payments').select('gateway_response').where('id', '=', payment.id),
    }))
    .where('id', '=', payment.orderId)
    .execute()
}
