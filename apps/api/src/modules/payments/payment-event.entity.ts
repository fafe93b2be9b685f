import { outcomeSources, paymentStatuses } from '@marashi/domain/rules/payment-status'
import { defineEntity, p } from '@mikro-orm/core'
import { instantColumn } from '../../db/columns.ts'

/**
 * What happened to a payment, for good: rows are only ever added (a trigger refuses the rest), and no foreign key lets
 * them go with an order.
 */
export const PaymentEventSchema = defineEntity({
  name: 'PaymentEvent',
  tableName: 'payment_events',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    paymentId: p.uuid().index('payment_events_payment_idx'),
    at: instantColumn(),
    source: p.enum(outcomeSources),
    fromStatus: p.enum(paymentStatuses).nullable(),
    toStatus: p.enum(paymentStatuses),
    note: p.text().nullable(),
  },
})
export class PaymentEvent extends PaymentEventSchema.class {}
PaymentEventSchema.setClass(PaymentEvent)
