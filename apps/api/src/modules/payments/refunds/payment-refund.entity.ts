import type { PaymentMethod } from '@marashi/domain/contracts/payment-methods'
import { refundRequesters, refundStatuses } from '@marashi/domain/rules/refund'
import { defineEntity, p } from '@mikro-orm/core'
import { instantColumn, paymentMethodForm, randomId } from '../../../db/columns.ts'
import { Payment } from '../payment.entity.ts'

/**
 * Money that went back, or is to go back, to the customer of one payment; amounts are shillings. A trigger keeps the sum
 * of all that did not fail within what came in. See docs/behaviour.md#refunds.
 */
export const PaymentRefundSchema = defineEntity({
  name: 'PaymentRefund',
  tableName: 'payment_refunds',
  properties: {
    id: randomId(),
    payment: () => p.manyToOne(Payment).ref().deleteRule('cascade').index('payment_refunds_payment_idx'),
    paymentMethod: p.text().$type<PaymentMethod>().check(paymentMethodForm('payment_method')),
    status: p.enum(refundStatuses).default('requested'),
    amount: p.decimal('number').columnType('numeric(10,2)').check('amount >= 0.01 and amount <= 99999999'),
    reason: p.text(),
    restockNote: p.text().nullable(),
    requestedBy: p.enum(refundRequesters),
    // The administrator gave the money back elsewhere and says so here: no provider is asked.
    isManual: p.boolean().default(false),
    // It takes the whole payment back and cannot be repeated safely, so a payment has at most one that did not fail.
    isReversal: p.boolean().default(false),
    // What makes a repeated request to the provider the same request.
    idempotencyKey: p.text().nullable().unique(),
    // The refund's id in the provider's own terms, and what the provider proves it with.
    providerReference: p.text().nullable(),
    providerReceipt: p.text().nullable(),
    failureCode: p.text().nullable(),
    failureReason: p.text().nullable(),
    gatewayResponse: p.json<object>().nullable(),
    requestedAt: instantColumn(),
    sentAt: instantColumn().nullable(),
    succeededAt: instantColumn().nullable().check("(status = 'succeeded') = (succeeded_at is not null)"),
    failedAt: instantColumn().nullable().check("(status = 'failed') = (failed_at is not null)"),
    nextQueryAt: instantColumn().nullable(),
    queryCount: p.integer().default(0).check('query_count >= 0'),
    updatedAt: instantColumn(),
  },
  uniques: [{ name: 'payment_refunds_reference_unique', properties: ['providerReference', 'paymentMethod'] }],
  indexes: [
    {
      name: 'payment_refunds_one_reversal',
      expression: `create unique index "payment_refunds_one_reversal" on "payment_refunds" ("payment_id") where "is_reversal" and "status" <> 'failed'`,
    },
    {
      name: 'payment_refunds_receipt_any_case_idx',
      expression:
        'create index "payment_refunds_receipt_any_case_idx" on "payment_refunds" (upper("provider_receipt")) where "provider_receipt" is not null',
    },
    {
      name: 'payment_refunds_succeeded_idx',
      expression:
        'create index "payment_refunds_succeeded_idx" on "payment_refunds" ("succeeded_at") where "succeeded_at" is not null',
    },
    {
      name: 'payment_refunds_open_idx',
      expression: `create index "payment_refunds_open_idx" on "payment_refunds" ("status") where "status" in ('requested', 'sent', 'unknown')`,
    },
    {
      name: 'payment_refunds_due_idx',
      expression:
        'create index "payment_refunds_due_idx" on "payment_refunds" ("next_query_at") where "next_query_at" is not null',
    },
  ],
})
export class PaymentRefund extends PaymentRefundSchema.class {}
PaymentRefundSchema.setClass(PaymentRefund)
