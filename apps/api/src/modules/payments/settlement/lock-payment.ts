import type { SettlementState } from '@marashi/domain/rules/settlement'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { db, isSet } from '../../../db/db.ts'
import { providerOf } from '../providers/registry.ts'
import { isLatestAttempt } from './latest-attempt.ts'

/** A payment and its order as they stand, both locked. */
export type LockedPayment = Awaited<ReturnType<typeof lockPayment>>

/** Locks a payment's order and then the payment, and answers both as they stand. Every writer locks in this order. */
export async function lockPayment(tx: EntityManager, paymentId: string) {
  for (;;) {
    const order = await db(tx)
      .selectFrom('orders')
      .select('id')
      .where('id', '=', ({ selectFrom }) => selectFrom('payments').select('order_id').where('id', '=', paymentId))
      .forNoKeyUpdate()
      .executeTakeFirst()
    const row = await paymentsWithOrders(tx).where('p.id', '=', paymentId).forNoKeyUpdate('p').executeTakeFirst()
    if (!row) throw new Error(`There is no payment ${paymentId}`)
    if (row.orderId === order?.id) return row
    // It was moved to another order while its old one was waited for. From now on it stays where it is.
  }
}

/**
 * Locks those of the payments that nobody else has locked, their orders before them, and answers them as they stand. It
 * waits for nobody, so that whoever locks many is in nobody's way; the pieces of the orders it leaves to the caller.
 */
export async function lockFreePayments(tx: EntityManager, paymentIds: readonly string[]): Promise<LockedPayment[]> {
  const isAsked = sql<boolean>`p.id = any(${paymentIds}::uuid[])`
  const orders = await db(tx)
    .selectFrom('orders')
    .select('id')
    .where('id', 'in', ({ selectFrom }) => selectFrom('payments as p').select('p.order_id').where(isAsked))
    .orderBy('id')
    // A receipt is a key: whoever had only written a line of an order would be waited for when it is stored.
    .forUpdate()
    .skipLocked()
    .execute()
  return await paymentsWithOrders(tx)
    .where(isAsked)
    .where(sql<boolean>`p.order_id = any(${orders.map(({ id }) => id)}::uuid[])`)
    .orderBy('p.id')
    // As their orders.
    .forUpdate('p')
    .skipLocked()
    .execute()
}

const paymentsWithOrders = (tx: EntityManager) =>
  db(tx)
    .selectFrom('payments as p')
    .innerJoin('orders as o', 'o.id', 'p.order_id')
    .select([
      'p.id',
      'p.order_id as orderId',
      'p.payment_method as paymentMethod',
      'p.status',
      'p.provider_reference as reference',
      'p.amount',
      'p.is_surplus as isSurplus',
      'p.is_manual as isManual',
      'p.transaction_id as transactionId',
      'o.status as orderStatus',
      'o.customer_email as customerEmail',
      'o.total as orderTotal',
    ])
    .select(({ ref }) => [
      receiptOf.as('receipt'),
      typedReceiptOf.as('typedReceipt'),
      isSet(ref('p.attention')).as('isFlagged'),
      // Its provider is to be asked about it.
      isSet(ref('p.next_query_at')).as('isAsked'),
      isSet(ref('o.paid_at')).as('orderIsPaid'),
      isSet(ref('o.refunded_at')).as('orderIsRefunded'),
      isSet(ref('o.deleted_at')).as('orderIsDeleted'),
      // Taken off the lists by the administrator; money brings it back.
      isSet(ref('p.deleted_at')).as('isDeleted'),
      isLatestAttempt('p').as('isLatestAttempt'),
      sql<boolean>`exists (select from payments other where other.order_id = p.order_id and other.id <> p.id
        and not other.is_manual and other.status in ('pending', 'processing'))`.as('isAnotherOpen'),
    ])

/** What proves the payment `p`: the provider's receipt, or what the administrator entered. */
const receiptOf = sql<string | null>`case when p.is_manual then coalesce(p.receipt_number, p.transaction_id)
  else p.provider_receipt end`

/** What the administrator typed for an attempt `p` whose provider has named no receipt. */
const typedReceiptOf = sql<string | null>`case when not p.is_manual and p.provider_receipt is null
  then coalesce(p.receipt_number, p.transaction_id) end`

/** The receipt that is shown of a payment `p`, proved or typed. */
export const shownReceiptOf = sql<string | null>`coalesce(p.receipt_number, p.provider_receipt, p.transaction_id)`

/** What the rule of settlement needs to know of a locked payment. */
export const settlementState = (payment: LockedPayment): SettlementState => ({
  cancelEndsOrder: providerOf(payment.paymentMethod).cancelEndsOrder,
  status: payment.status,
  amountShillings: payment.amount,
  receipt: payment.receipt,
  typedReceipt: payment.typedReceipt,
  isDeleted: payment.isDeleted,
  isLatestAttempt: payment.isLatestAttempt,
  isAnotherOpen: payment.isAnotherOpen,
  order: {
    isPaid: payment.orderIsPaid,
    isRefunded: payment.orderIsRefunded,
    isCancelled: payment.orderStatus === 'cancelled',
    isDeleted: payment.orderIsDeleted,
    totalShillings: payment.orderTotal,
  },
})
