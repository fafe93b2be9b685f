import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { db } from '../../../db/db.ts'
import {
  onceCancelledByShopper,
  statusOnceCancelled,
  statusOncePaid,
  statusOncePaidAgain,
} from '../../orders/order-status.ts'
import { promiseOncePaid } from '../../orders/promise-once-paid.ts'
import { queueEmails } from '../emails/queue-emails.ts'
import { providerOf } from '../providers/registry.ts'
import { reachedNobody } from './latest-attempt.ts'
import { type LockedPayment, shownReceiptOf } from './lock-payment.ts'
import type { Ended } from './payment-outcome.ts'

/**
 * Copies completed payments of one provider, as they are stored, to their orders. A first payment moves its order from
 * pending to processing and brings a cancelled one back; a receipt is queued where there is an e-mail address. Money that went
 * back and is here again, as it `cameBefore`, has had its receipt and brings no order back. See
 * docs/behaviour.md#payment-and-order-status.
 */
export async function syncOrdersPaid(
  tx: EntityManager,
  now: Date,
  payments: readonly Pick<LockedPayment, 'id' | 'paymentMethod' | 'customerEmail'>[],
  { cameBefore = false }: { cameBefore?: boolean } = {},
): Promise<void> {
  const [first] = payments
  if (!first) return
  await db(tx)
    .updateTable('orders')
    .from(paidOrders(payments.map(({ id }) => id)))
    .set(({ ref }) => ({
      paid_at: now,
      refunded_amount: sql<number>`refunded_of_price(paid.refunded, paid.amount, orders.total)`,
      payment_failure_reason: null,
      updated_at: now,
      payment_method: first.paymentMethod,
      was_on_delivery: wasOnDelivery,
      delivery_promise: promiseOncePaid(now),
      status: cameBefore ? statusOncePaidAgain : statusOncePaid,
      ...providerOf(first.paymentMethod).storage.order.paid(ref('paid.receipt')),
      payment_gateway_response: ref('paid.response'),
    }))
    .whereRef('orders.id', '=', 'paid.paid_order')
    .execute()
  if (cameBefore) return
  await queueEmails(
    tx,
    now,
    payments.map((payment) => ({ payment })),
  )
}

/** A cancelled order that money brings back is not to be packed once that money was a mistake. */
const wasOnDelivery = sql<
  boolean | null
>`case when orders.payment_method = 'manual' then orders.status <> 'cancelled' else orders.was_on_delivery end`

/** Its columns are named apart from those of the orders. */
const paidOrders = (paymentIds: readonly string[]) =>
  sql<{ paid_order: string; receipt: string | null; response: Record<string, unknown> | null }>`(
    select p.order_id, ${shownReceiptOf}, p.amount, p.refunded_amount, p.gateway_response
    from payments p where p.id = any(${paymentIds}::uuid[])
  )`.as<'paid'>(sql`paid(paid_order, receipt, amount, refunded, response)`)

/**
 * What an order shows as gone back follows the payment that pays it. What of it was more than the order costs is no part of the sale,
 * and goes back first (docs/behaviour.md#revenue).
 */
export async function showRefundedOnOrder(tx: EntityManager, now: Date, paymentId: string): Promise<void> {
  const ofPrice = sql<number>`refunded_of_price(p.refunded_amount, p.amount, orders.total)`
  await db(tx)
    .updateTable('orders')
    .from('payments as p')
    .set({ refunded_amount: ofPrice, updated_at: now })
    .whereRef('orders.id', '=', 'p.order_id')
    .where('p.id', '=', paymentId)
    .where('p.status', '=', 'completed')
    .where('p.is_surplus', '=', false)
    .where('orders.refunded_amount', '<>', ofPrice)
    .execute()
}

/** The receipt that an order shows follows the payment that pays it: it may arrive late, or be corrected. */
export async function showReceiptOnOrder(
  tx: EntityManager,
  now: Date,
  { id, paymentMethod }: Pick<LockedPayment, 'id' | 'paymentMethod'>,
): Promise<void> {
  const { receiptColumns } = providerOf(paymentMethod).storage.order
  if (!receiptColumns) return
  await db(tx)
    .updateTable('orders')
    .from('payments as p')
    .set(({ ref }) => ({
      ...receiptColumns(shownReceiptOf),
      payment_gateway_response: ref('p.gateway_response'),
      updated_at: now,
    }))
    .whereRef('orders.id', '=', 'p.order_id')
    .where('p.id', '=', id)
    .where('p.status', '=', 'completed')
    .where('p.is_surplus', '=', false)
    .execute()
}

/**
 * Shows on an unpaid order how its attempt ended. `isCancelled` ends the order too, unless work on it has begun; it is the
 * shopper who ends it, in the shop or on the phone, unless the owner says so.
 */
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
      ...(isCancelled &&
        (outcome.source === 'administrator' ? { status: statusOnceCancelled } : onceCancelledByShopper)),
      payment_gateway_response: selectFrom('payments').select('gateway_response').where('id', '=', payment.id),
    }))
    .where('id', '=', payment.orderId)
    .execute()
}

/**
 * Nobody was asked for money by an attempt, which its locked order has shown since it was opened: the order shows the attempt before
 * it again, one that is open rather than a later one that has ended, and keeps what it shows of its money.
 */
export async function showAttemptBefore(
  tx: EntityManager,
  now: Date,
  { orderId, paymentMethod }: Pick<LockedPayment, 'orderId' | 'paymentMethod'>,
): Promise<void> {
  const asked = await db(tx)
    .selectFrom('payments as p')
    .where('p.order_id', '=', orderId)
    .where('p.is_manual', '=', false)
    .where(sql<boolean>`not ${reachedNobody('p')}`)
    .select(['p.id', 'p.payment_method as method', 'p.initiated_at as initiatedAt'])
    .orderBy(({ eb }) => eb('p.status', 'in', ['pending', 'processing']), 'desc')
    .orderBy('p.created_at', 'desc')
    .orderBy('p.id', 'desc')
    .execute()
  const [before] = asked
  const ofMethod = asked.find(({ method }) => method === paymentMethod)
  await db(tx)
    .updateTable('orders')
    .set({
      payment_method:
        before &&
        sql`case when payment_method = 'manual' or paid_at is not null then payment_method
        else ${before.method} end`,
      payment_initiated_at: before?.initiatedAt ?? null,
      updated_at: now,
      ...providerOf(paymentMethod).storage.order.restored(ofMethod?.id ?? null),
    })
    .where('id', '=', orderId)
    .execute()
}
