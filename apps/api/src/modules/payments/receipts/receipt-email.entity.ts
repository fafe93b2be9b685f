import { defineEntity, p } from '@mikro-orm/core'
import { instantColumn, randomId } from '../../../db/columns.ts'
import { Payment } from '../payment.entity.ts'

/** A receipt to be mailed: written in the transaction that completes the payment, sent once (the outbox). */
export const ReceiptEmailSchema = defineEntity({
  name: 'ReceiptEmail',
  tableName: 'receipt_emails',
  properties: {
    id: randomId(),
    payment: () => p.manyToOne(Payment).ref().deleteRule('cascade').unique('receipt_emails_payment_unique'),
    recipient: p.text(),
    createdAt: instantColumn().defaultRaw('now()'),
    sentAt: instantColumn().nullable(),
    attempts: p.integer().default(0),
    // Null where nothing is planned: it was sent, or given up.
    nextAttemptAt: instantColumn().nullable().defaultRaw('now()'),
    lastProblem: p.text().nullable(),
  },
})
export class ReceiptEmail extends ReceiptEmailSchema.class {}
ReceiptEmailSchema.setClass(ReceiptEmail)
