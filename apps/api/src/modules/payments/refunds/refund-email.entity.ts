import { defineEntity, p } from '@mikro-orm/core'
import { instantColumn, randomId } from '../../../db/columns.ts'
import { PaymentRefund } from './payment-refund.entity.ts'

/** An e-mail that says what to expect of a refund: written in the transaction that books it, sent once (the outbox). */
export const RefundEmailSchema = defineEntity({
  name: 'RefundEmail',
  tableName: 'refund_emails',
  properties: {
    id: randomId(),
    refund: () => p.manyToOne(PaymentRefund).ref().deleteRule('cascade').unique('refund_emails_refund_unique'),
    recipient: p.text(),
    createdAt: instantColumn(),
    sentAt: instantColumn().nullable(),
    attempts: p.integer().default(0).check('attempts >= 0'),
    // Null once it was sent or given up.
    nextAttemptAt: instantColumn().nullable().index('refund_emails_due_idx'),
    lastProblem: p.text().nullable(),
  },
})
export class RefundEmail extends RefundEmailSchema.class {}
RefundEmailSchema.setClass(RefundEmail)
