import type { AdminOrder } from '@marashi/domain/contracts/admin-orders'
import type { EntityManager } from '@mikro-orm/postgresql'
import { asInstant } from '../../db/sql.ts'
import { notFound } from '../../shop-error.ts'
import { orderLines, receiptColumns } from './receipt-of-order.ts'

/** The columns of an AdminOrder with its lines, from `orders` as o. */
export const adminOrderColumns = `
  ${receiptColumns}, ${asInstant('o.payment_initiated_at')} as "paymentInitiatedAt", ${asInstant('o.paid_at')} as "paidAt",
  o.payment_failure_reason as "paymentFailureReason", o.payment_retry_count as "paymentRetryCount",
  o.payment_processing_fee::float8 as "paymentProcessingFee", o.payment_gateway_response as "paymentGatewayResponse",
  o.stripe_payment_intent_id as "stripePaymentIntentId", o.mpesa_merchant_request_id as "mpesaMerchantRequestId",
  o.mpesa_checkout_request_id as "mpesaCheckoutRequestId",
  o.mpesa_receipt_number as "mpesaReceiptNumber", o.mpesa_status as "mpesaStatus", o.mpesa_phone as "mpesaPhone",
  ${asInstant('o.updated_at')} as "updatedAt", ${orderLines} as items`

/** One order as the administrator sees it. Throws NOT_FOUND, also for a deleted one unless `withDeleted`. */
export async function adminOrderOf(em: EntityManager, id: string, { withDeleted = false } = {}): Promise<AdminOrder> {
  const [row]: AdminOrder[] = await em.execute(
    `select ${adminOrderColumns} from orders o where o.id = ? and (? or o.deleted_at is null)`,
    [id, withDeleted],
  )
  if (!row) throw notFound('Order')
  return row
}
