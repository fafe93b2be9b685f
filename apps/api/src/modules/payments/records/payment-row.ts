import type { PaymentRecord } from '@marashi/domain/contracts/admin-payments'
import type { EntityManager } from '@mikro-orm/postgresql'
import { asInstant } from '../../../db/sql.ts'
import { notFound } from '../../../shop-error.ts'

/** Payments are stored in shillings and spoken of in whole cents (decisions 2); nothing else converts between them. */
export const asCents = (column: string): string => `(${column} * 100)::float8`
export const shillingsOf = (cents: number): number => cents / 100
export const centsOf = (shillings: number): number => Math.round(shillings * 100)

/** What people find on their statement: receipt, else M-Pesa receipt, else transaction id (decisions 31). */
export const reference = 'coalesce(p.receipt_number, p.mpesa_receipt_number, p.transaction_id)'

/** The columns of a PaymentRecord, from `payments` as p and its order as o. */
export const paymentColumns = `
  p.id, p.order_id as "orderId", o.order_number as "orderNumber", p.payment_method as "paymentMethod",
  ${asCents('p.amount')} as amount, p.currency, p.status, p.transaction_id as "transactionId",
  p.receipt_number as "receiptNumber", ${reference} as receipt_number, ${asCents('p.processing_fee')} as "processingFee",
  ${asCents('p.refunded_amount')} as "refundedAmount", p.stripe_payment_intent_id as "stripePaymentIntentId",
  p.stripe_charge_id as "stripeChargeId", p.mpesa_merchant_request_id as "mpesaMerchantRequestId",
  p.mpesa_checkout_request_id as "mpesaCheckoutRequestId", p.mpesa_receipt_number as "mpesaReceiptNumber",
  p.mpesa_phone as "mpesaPhone", p.gateway_response as "gatewayResponse", ${asInstant('p.initiated_at')} as "initiatedAt",
  ${asInstant('p.processed_at')} as "processedAt", ${asInstant('p.completed_at')} as "completedAt",
  ${asInstant('p.failed_at')} as "failedAt", p.failure_reason as "failureReason", p.failure_code as "failureCode",
  p.retry_count as "retryCount", p.attention, p.is_surplus as "isSurplus", ${asInstant('p.created_at')} as "createdAt",
  ${asInstant('p.updated_at')} as "updatedAt"`

/** One payment as the administrator sees it. Throws NOT_FOUND, also for a deleted one. */
export async function paymentRecordOf(em: EntityManager, id: string): Promise<PaymentRecord> {
  const [row]: PaymentRecord[] = await em.execute(
    `select ${paymentColumns} from payments p join orders o on o.id = p.order_id where p.id = ? and p.deleted_at is null`,
    [id],
  )
  if (!row) throw notFound('Payment')
  return row
}
