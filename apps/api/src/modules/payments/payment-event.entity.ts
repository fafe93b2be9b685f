import { paymentStatuses } from '@marashi/domain/contracts/admin-payments'
import { defineEntity, p } from '@mikro-orm/core'
import { instantColumn } from '../../kernel/columns.ts'

export const evidenceSources = [
  'shopper',
  'gateway',
  'callback',
  'webhook',
  'confirm',
  'query',
  'administrator',
] as const
export type EvidenceSource = (typeof evidenceSources)[number]

/**
 * What happened to a payment, for good: rows are only ever added (a trigger refuses the rest), and no foreign key lets
 * them go with an order (design/reliability 18).
 */
export const PaymentEventSchema = defineEntity({
  name: 'PaymentEvent',
  tableName: 'payment_events',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    paymentId: p.uuid().index('payment_events_payment_idx'),
    at: instantColumn(),
    source: p.enum(evidenceSources),
    fromStatus: p.enum(paymentStatuses).nullable(),
    toStatus: p.enum(paymentStatuses),
    note: p.text().nullable(),
  },
})
export class PaymentEvent extends PaymentEventSchema.class {}
PaymentEventSchema.setClass(PaymentEvent)
