import type { PaymentMethod } from '@marashi/domain/contracts/payment-methods'
import { attentions, paymentStatuses } from '@marashi/domain/rules/payment-status'
import { defineEntity, p } from '@mikro-orm/core'
import { instantColumn, paymentMethodForm, randomId, timestamps } from '../../db/columns.ts'
import { Order } from '../orders/order.entity.ts'

/** One attempt to pay an order: one M-Pesa prompt or one card intent. Amounts are shillings. See docs/behaviour.md#payment-attempts. */
export const PaymentSchema = defineEntity({
  name: 'Payment',
  tableName: 'payments',
  properties: {
    id: randomId(),
    order: () => p.manyToOne(Order).ref().deleteRule('cascade').index('payments_order_idx'),
    paymentMethod: p.text().$type<PaymentMethod>().check(paymentMethodForm('payment_method')),
    amount: p.decimal('number').columnType('numeric(10,2)').check('amount >= 0.01 and amount <= 99999999'),
    currency: p.enum(['KES']).default('KES'),
    status: p.enum(paymentStatuses).default('pending'),
    transactionId: p.text().nullable(),
    receiptNumber: p.text().nullable(),
    // The attempt's id in the provider's own terms, and what the provider itself has proved; each provider repeats them in
    // columns of its own below.
    providerReference: p.text().nullable(),
    providerReceipt: p.text().nullable().unique(),
    gatewayResponse: p.json<Record<string, unknown>>().nullable(),
    processingFee: p
      .decimal('number')
      .columnType('numeric(10,2)')
      .nullable()
      .check('processing_fee >= 0 and processing_fee <= 99999999'),
    stripePaymentIntentId: p.text().nullable().unique(),
    stripeChargeId: p.text().nullable(),
    mpesaMerchantRequestId: p.text().nullable(),
    mpesaCheckoutRequestId: p.text().nullable().unique(),
    mpesaReceiptNumber: p.text().nullable().unique(),
    mpesaPhone: p.text().nullable(),
    initiatedAt: instantColumn().nullable(),
    processedAt: instantColumn().nullable(),
    completedAt: instantColumn().nullable(),
    failedAt: instantColumn().nullable(),
    failureReason: p.text().nullable(),
    failureCode: p.text().nullable(),
    // SHA-256 of the random part of this attempt's callback address, written before the prompt is asked for.
    callbackTokenHash: p.text().nullable().unique(),
    // Money beyond what the order asked for: it is kept and reported, and paid back by the administrator.
    isSurplus: p.boolean().default(false),
    // The newest open flag, written by the triggers of payment_flags alone.
    attention: p.enum(attentions).nullable(),
    refundedAmount: p
      .decimal('number')
      .columnType('numeric(10,2)')
      .nullable()
      .check('refunded_amount >= 0 and refunded_amount <= 99999999'),
    nextQueryAt: instantColumn().nullable(),
    queryCount: p.integer().default(0).check('query_count >= 0'),
    // When a status query first said "paid" while no callback had come. See docs/behaviour.md#m-pesa-status-queries.
    queryPaidAt: instantColumn().nullable(),
    retryCount: p.integer().default(0).check('retry_count >= 0'),
    // Entered by the administrator: no gateway knows of it, so nothing but the administrator moves it.
    isManual: p.boolean().default(false),
    // Taken off the lists by the administrator; the row and its history stay.
    deletedAt: instantColumn().nullable(),
    searchText: p
      .text()
      .generated(
        '(payment_search_text(order_id, transaction_id, receipt_number, mpesa_receipt_number, stripe_payment_intent_id, stripe_charge_id, mpesa_checkout_request_id)) stored',
      )
      .nullable()
      .lazy()
      .hidden(),
    ...timestamps,
  },
  uniques: [{ name: 'payments_provider_reference_unique', properties: ['providerReference', 'paymentMethod'] }],
  indexes: [
    {
      name: 'payments_one_per_order',
      expression: `create unique index "payments_one_per_order" on "payments" ("order_id") where "status" = 'completed' and not "is_surplus" and "deleted_at" is null`,
    },
    {
      name: 'payments_transaction_id_unique',
      expression:
        'create unique index "payments_transaction_id_unique" on "payments" (upper("transaction_id")) where "deleted_at" is null',
    },
    {
      name: 'payments_receipt_any_case_unique',
      expression:
        'create unique index "payments_receipt_any_case_unique" on "payments" (upper("provider_receipt")) where "provider_receipt" is not null',
    },
    {
      name: 'payments_completed_idx',
      expression:
        'create index "payments_completed_idx" on "payments" ("completed_at") where "completed_at" is not null and "deleted_at" is null',
    },
    {
      name: 'payments_method_completed_idx',
      expression:
        'create index "payments_method_completed_idx" on "payments" ("payment_method", "completed_at") where "completed_at" is not null and "deleted_at" is null',
    },
    {
      name: 'payments_due_idx',
      expression: 'create index "payments_due_idx" on "payments" ("next_query_at") where "next_query_at" is not null',
    },
    {
      name: 'payments_phone_idx',
      expression:
        'create index "payments_phone_idx" on "payments" ("mpesa_phone", "initiated_at") where "mpesa_phone" is not null',
    },
    ...(
      [
        ['payments_newest_idx', ''],
        ['payments_status_newest_idx', '"status", '],
        ['payments_method_newest_idx', '"payment_method", '],
        ['payments_method_status_newest_idx', '"payment_method", "status", '],
      ] as const
    ).map(([name, columns]) => ({
      name,
      expression: `create index "${name}" on "payments" (${columns}"created_at" desc, "id" desc) where "deleted_at" is null`,
    })),
    {
      name: 'payments_typed_receipt_idx',
      expression:
        'create index "payments_typed_receipt_idx" on "payments" (upper("receipt_number")) where "provider_receipt" is null and "deleted_at" is null',
    },
    {
      // For programs that follow by `updatedSince`. A tree would cost each change an entry in every other index, too.
      name: 'payments_updated_idx',
      expression:
        'create index "payments_updated_idx" on "payments" using brin ("updated_at") with (pages_per_range = 16, autosummarize = on)',
    },
    {
      name: 'payments_attention_idx',
      expression:
        'create index "payments_attention_idx" on "payments" ("created_at" desc, "id" desc) where "attention" is not null and "deleted_at" is null',
    },
    {
      name: 'payments_open_idx',
      expression: `create index "payments_open_idx" on "payments" ("initiated_at" desc, "id" desc) where "status" in ('pending', 'processing') and "deleted_at" is null`,
    },
    {
      name: 'payments_search_idx',
      expression: 'create index "payments_search_idx" on "payments" using gin ("search_text" gin_trgm_ops)',
    },
  ],
})
export class Payment extends PaymentSchema.class {}
PaymentSchema.setClass(Payment)
