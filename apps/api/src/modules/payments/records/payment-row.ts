import type { PaymentRecord } from '@marashi/domain/contracts/admin-payments'
import type { EntityManager } from '@mikro-orm/postgresql'
import { type Expression, expressionBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { db, instant } from '../../../db/db.ts'
import { notFound } from '../../../shop-error.ts'
import type { Tables } from '../../../tables.ts'

// Payments are stored in shillings and go over the wire in whole cents (docs/behaviour.md#money-units).
const inCents = <Shillings extends number | null>(shillings: Expression<Shillings>) =>
  sql<Shillings>`(${shillings} * 100)`

const { fn, ref, selectFrom } = expressionBuilder<Tables & { p: Tables['payments']; o: Tables['orders'] }, 'p' | 'o'>()

/** What people find on their statement: receipt, else M-Pesa receipt, else transaction id. */
export const reference = fn.coalesce('p.receipt_number', 'p.mpesa_receipt_number', 'p.transaction_id')

/** All flags of the payment p, newest first. */
const flags = jsonArrayFrom(
  selectFrom('payment_flags as f')
    .whereRef('f.payment_id', '=', 'p.id')
    .select((f) => [
      sql<string>`f.id::text`.as('id'),
      'f.what',
      'f.details',
      'f.source',
      'f.note',
      instant(f.ref('f.raised_at')).as('raisedAt'),
      instant(f.ref('f.resolved_at')).as('resolvedAt'),
      'f.resolved_by as resolvedBy',
      'f.resolution',
    ])
    .orderBy('f.id', 'desc'),
)

/** The columns of a PaymentRecord, from `payments` as p and its order as o. */
export const paymentColumns = [
  'p.id',
  'p.order_id as orderId',
  'o.order_number as orderNumber',
  'p.payment_method as paymentMethod',
  inCents(ref('p.amount')).as('amount'),
  'p.currency',
  'p.status',
  'p.transaction_id as transactionId',
  'p.receipt_number as receiptNumber',
  reference.as('receipt_number'),
  inCents(ref('p.processing_fee')).as('processingFee'),
  inCents(ref('p.refunded_amount')).as('refundedAmount'),
  'p.stripe_payment_intent_id as stripePaymentIntentId',
  'p.stripe_charge_id as stripeChargeId',
  'p.mpesa_merchant_request_id as mpesaMerchantRequestId',
  'p.mpesa_checkout_request_id as mpesaCheckoutRequestId',
  'p.mpesa_receipt_number as mpesaReceiptNumber',
  'p.mpesa_phone as mpesaPhone',
  'p.gateway_response as gatewayResponse',
  instant(ref('p.initiated_at')).as('initiatedAt'),
  instant(ref('p.processed_at')).as('processedAt'),
  instant(ref('p.completed_at')).as('completedAt'),
  instant(ref('p.failed_at')).as('failedAt'),
  'p.failure_reason as failureReason',
  'p.failure_code as failureCode',
  'p.retry_count as retryCount',
  'p.attention',
  flags.as('flags'),
  'p.is_surplus as isSurplus',
  instant(ref('p.created_at')).as('createdAt'),
  instant(ref('p.updated_at')).as('updatedAt'),
] as const

/** One payment as the administrator sees it. Throws NOT_FOUND, also for a deleted one. */
export async function paymentRecordOf(em: EntityManager, id: string): Promise<PaymentRecord> {
  const row = await db(em)
    .selectFrom('payments as p')
    .innerJoin('orders as o', 'o.id', 'p.order_id')
    .where('p.id', '=', id)
    .where('p.deleted_at', 'is', null)
    .select(paymentColumns)
    .executeTakeFirst()
  if (!row) throw notFound('Payment')
  return row
}
