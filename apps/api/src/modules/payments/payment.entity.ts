import { defineEntity, p } from '@mikro-orm/core'
import { instantColumn, randomId, timestamps } from '../../kernel/columns.ts'
import { Order } from '../orders/order.entity.ts'

export const paymentMethods = ['stripe', 'mpesa'] as const
export const paymentStatuses = ['pending', 'processing', 'completed', 'failed', 'cancelled', 'refunded'] as const

/** One attempt to pay an order: one push to a phone or one card intent (decisions 24). Amounts are shillings. */
export const PaymentSchema = defineEntity({
  name: 'Payment',
  tableName: 'payments',
  properties: {
    id: randomId(),
    order: () => p.manyToOne(Order).ref().deleteRule('cascade').index('payments_order_idx'),
    paymentMethod: p.enum(paymentMethods),
    amount: p.decimal('number').columnType('numeric(10,2)').check('amount >= 0.01 and amount <= 99999999'),
    currency: p.enum(['KES']).default('KES'),
    status: p.enum(paymentStatuses).default('pending'),
    transactionId: p.text().nullable().unique(),
    receiptNumber: p.text().nullable(),
    gatewayResponse: p.json<unknown>().nullable(),
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
    retryCount: p.integer().default(0).check('retry_count >= 0'),
    ...timestamps,
  },
  indexes: [
    {
      name: 'payments_newest_idx',
      expression: 'create index "payments_newest_idx" on "payments" ("created_at" desc, "id" desc)',
    },
  ],
})
export class Payment extends PaymentSchema.class {}
PaymentSchema.setClass(Payment)
