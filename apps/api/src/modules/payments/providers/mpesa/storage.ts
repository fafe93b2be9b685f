import { sql } from 'kysely'
import type { ProviderStorage } from '../provider-storage.ts'

/** The columns of M-Pesa's own on payments and orders. */
export const mpesaStorage: ProviderStorage = {
  opened: ({ orderId, payer }) => ({
    payment: {
      mpesa_phone: payer,
      retry_count: sql`(select count(*) from payments where order_id = ${orderId} and payment_method = 'mpesa')`,
    },
    order: {
      mpesa_status: 'initiated',
      mpesa_phone: payer,
      payment_failure_reason: null,
      mpesa_merchant_request_id: null,
      mpesa_checkout_request_id: null,
      payment_retry_count: sql`(select count(*) - 1 from payments where order_id = orders.id)`,
    },
  }),
  payment: ({ reference, receipt }) => ({ mpesa_checkout_request_id: reference, mpesa_receipt_number: receipt }),
  order: {
    accepted: (reference) => ({
      mpesa_checkout_request_id: reference,
      mpesa_status: sql`case when mpesa_status = 'initiated' then 'pending' else mpesa_status end`,
    }),
    isLatestAlone: true,
    paid: (receipt) => ({ mpesa_status: 'paid', mpesa_receipt_number: receipt }),
    ended: (kind) => ({ mpesa_status: kind }),
    released: (hasMoney) => ({
      mpesa_status: sql`case when mpesa_status = 'paid' and not ${hasMoney} then null else mpesa_status end`,
      mpesa_receipt_number: sql`case when ${hasMoney} then mpesa_receipt_number end`,
    }),
    receipt: {
      columns: (receipt) => ({ mpesa_receipt_number: receipt }),
      isAwaited: sql<boolean>`mpesa_status = 'paid' and mpesa_receipt_number is null`,
    },
  },
}
