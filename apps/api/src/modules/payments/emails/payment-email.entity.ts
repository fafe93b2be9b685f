import { defineEntity, p } from '@mikro-orm/core'
import { instantColumn, randomId } from '../../../db/columns.ts'
import { Payment } from '../payment.entity.ts'
import { PaymentRefund } from '../refunds/payment-refund.entity.ts'

/** An e-mail to the customer: written in the transaction that books what it is about, sent once (the outbox). */
export const PaymentEmailSchema = defineEntity({
  name: 'PaymentEmail',
  tableName: 'payment_emails',
  properties: {
    id: randomId(),
    payment: () => p.manyToOne(Payment).ref().deleteRule('cascade'),
    // The refund that it tells of; without one it is the payment's receipt.
    refund: () =>
      p.manyToOne(PaymentRefund).ref().nullable().deleteRule('cascade').unique('payment_emails_refund_unique'),
    recipient: p.text(),
    createdAt: instantColumn().defaultRaw('now()'),
    sentAt: instantColumn().nullable(),
    attempts: p.integer().default(0),
    // How often the mail server refused this one by itself.
    refusals: p.integer().default(0),
    // Null where nothing is planned: it was sent, or given up.
    nextAttemptAt: instantColumn().nullable().defaultRaw('now()'),
    lastProblem: p.text().nullable(),
    // The mail server took others and refused this one, at its last attempt.
    isRefused: p.boolean().default(false),
    // Since when nothing is planned any more, because the mail server took nothing for days.
    givenUpAt: instantColumn().nullable(),
  },
  indexes: [
    { name: 'payment_emails_recipient_idx', properties: ['recipient'] },
    {
      // In the order of `claimNext`, which else sorts all that wait each time.
      name: 'payment_emails_due_idx',
      expression:
        'create index "payment_emails_due_idx" on "payment_emails" ("attempts", "next_attempt_at") where "next_attempt_at" is not null',
    },
    {
      name: 'payment_emails_given_up_idx',
      expression:
        'create index "payment_emails_given_up_idx" on "payment_emails" ("given_up_at") where "given_up_at" is not null',
    },
    {
      name: 'payment_emails_sent_idx',
      expression: 'create index "payment_emails_sent_idx" on "payment_emails" ("sent_at") where "sent_at" is not null',
    },
    {
      name: 'payment_emails_refused_idx',
      expression: 'create index "payment_emails_refused_idx" on "payment_emails" ("created_at") where "is_refused"',
    },
    {
      name: 'payment_emails_receipt_unique',
      expression:
        'create unique index "payment_emails_receipt_unique" on "payment_emails" ("payment_id") where "refund_id" is null',
    },
  ],
})
export class PaymentEmail extends PaymentEmailSchema.class {}
PaymentEmailSchema.setClass(PaymentEmail)
