import type { AdminOrder } from '@marashi/domain/contracts/admin-orders'
import { centsOf } from '@marashi/domain/rules/money'
import type { EntityManager } from '@mikro-orm/postgresql'
import { expressionBuilder } from 'kysely'
import { db, instant } from '../../db/db.ts'
import { notFound } from '../../shop-error.ts'
import type { Tables } from '../../tables.ts'
import { leftToPay } from './left-to-pay.ts'
import { paymentStateOf } from './payment-status.ts'
import { orderLines, receiptColumns } from './receipt-of-order.ts'
import { flaggedPayments, openClaims } from './undecided-money.ts'

const { exists, ref } = expressionBuilder<Tables & { o: Tables['orders'] }, 'o'>()

/** The columns of an AdminOrder with its lines, from `orders` as o. */
export const adminOrderColumns = [
  ...receiptColumns,
  instant(ref('o.payment_initiated_at')).as('paymentInitiatedAt'),
  instant(ref('o.paid_at')).as('paidAt'),
  paymentStateOf.as('paymentState'),
  leftToPay.as('leftToPay'),
  exists(flaggedPayments).$castTo<boolean>().as('needsCheck'),
  exists(openClaims).$castTo<boolean>().as('hasOpenClaim'),
  instant(ref('o.refunded_at')).as('refundedAt'),
  'o.refunded_amount as refundedAmount',
  'o.payment_failure_reason as paymentFailureReason',
  'o.payment_retry_count as paymentRetryCount',
  'o.payment_processing_fee as paymentProcessingFee',
  'o.payment_gateway_response as paymentGatewayResponse',
  'o.stripe_payment_intent_id as stripePaymentIntentId',
  'o.mpesa_merchant_request_id as mpesaMerchantRequestId',
  'o.mpesa_checkout_request_id as mpesaCheckoutRequestId',
  'o.mpesa_receipt_number as mpesaReceiptNumber',
  'o.mpesa_status as mpesaStatus',
  'o.mpesa_phone as mpesaPhone',
  instant(ref('o.updated_at')).as('updatedAt'),
  orderLines,
] as const

/** An order beside its payments or refunds, which are in cents. */
export const withCents = (order: AdminOrder) => ({
  ...order,
  totalCents: centsOf(order.total),
  refundedCents: centsOf(order.refundedAmount),
})

/** One order as the administrator sees it. Throws NOT_FOUND, also for a deleted one unless `withDeleted`. */
export async function adminOrderOf(em: EntityManager, id: string, { withDeleted = false } = {}): Promise<AdminOrder> {
  const row = await db(em)
    .selectFrom('orders as o')
    .where('o.id', '=', id)
    .$if(!withDeleted, (any) => any.where('o.deleted_at', 'is', null))
    .select(adminOrderColumns)
    .executeTakeFirst()
  if (!row) throw notFound('Order')
  return row
}
