import { paidStatuses } from '@marashi/domain/rules/payment-status'
import { type RawBuilder, sql } from 'kysely'
import { literals } from '../../../../db/db.ts'
import type { ProviderStorage } from '../provider-storage.ts'

/** What the order's own M-Pesa payment shows as its receipt; null where none is there. */
const receiptOfMoney = sql<
  string | null
>`(select coalesce(receipt_number, provider_receipt, transaction_id) from payments
  where order_id = orders.id and payment_method = 'mpesa' and not is_surplus and status in (${literals(paidStatuses)})
    and deleted_at is null order by completed_at desc nulls last, id limit 1)`

/** What an order shows of a prompt that is open, null of one that has ended. */
const openStatus = sql`case when status <> 'processing' then null when provider_reference is null then 'initiated' else 'pending' end`

const ofAttempt = (id: string | null, value: RawBuilder<unknown>) =>
  sql<string | null>`(select ${value} from payments where id = ${id}::uuid)`

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
    restored: (attemptId) => ({
      // Money that has come meanwhile, or an end, has taken the place of the prompt that was not sent.
      mpesa_status: sql`case when mpesa_status = 'initiated' then ${ofAttempt(attemptId, openStatus)} else mpesa_status end`,
      mpesa_phone: ofAttempt(attemptId, sql.ref('mpesa_phone')),
      mpesa_merchant_request_id: ofAttempt(attemptId, sql.ref('mpesa_merchant_request_id')),
      mpesa_checkout_request_id: ofAttempt(attemptId, sql.ref('mpesa_checkout_request_id')),
    }),
    released: (hasMoney) => ({
      mpesa_status: sql`case when mpesa_status = 'paid' and not ${hasMoney} then null else mpesa_status end`,
      mpesa_receipt_number: receiptOfMoney,
    }),
    receiptColumns: (receipt) => ({ mpesa_receipt_number: receipt }),
  },
}
