import type { PaymentMethod } from '@marashi/domain/contracts/payment-methods'
import { defineEntity, p } from '@mikro-orm/core'
import { instantColumn, paymentMethodForm, randomId } from '../../../db/columns.ts'

/**
 * A webhook event, stored before it is acknowledged and processed after. One that comes again is the same row. Raw bodies
 * are cleared after 90 days; the row stays.
 */
export const GatewayMessageSchema = defineEntity({
  name: 'GatewayMessage',
  tableName: 'gateway_messages',
  properties: {
    id: randomId(),
    gateway: p.text().$type<PaymentMethod>().check(paymentMethodForm('gateway')),
    eventId: p.text(),
    paymentId: p.uuid().nullable().index('gateway_messages_payment_idx'),
    body: p.text().nullable(),
    receivedAt: instantColumn(),
    processedAt: instantColumn().nullable(),
    outcome: p.text().nullable(),
  },
  uniques: [{ name: 'gateway_messages_event_unique', properties: ['gateway', 'eventId'] }],
  indexes: [
    {
      name: 'gateway_messages_open_idx',
      expression:
        'create index "gateway_messages_open_idx" on "gateway_messages" ("received_at") where "processed_at" is null',
    },
  ],
})
export class GatewayMessage extends GatewayMessageSchema.class {}
GatewayMessageSchema.setClass(GatewayMessage)
