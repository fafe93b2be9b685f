import type { PaymentMethod } from '@marashi/domain/contracts/payment-methods'
import { defineEntity, p } from '@mikro-orm/core'
import { instantColumn, paymentMethodForm } from '../../../db/columns.ts'

/** When a webhook was refused last because its signature was wrong: by chance, or because ours is. */
export const WebhookRefusalSchema = defineEntity({
  name: 'WebhookRefusal',
  tableName: 'webhook_refusals',
  properties: {
    gateway: p.text().$type<PaymentMethod>().primary().check(paymentMethodForm('gateway')),
    refusedAt: instantColumn(),
  },
})
export class WebhookRefusal extends WebhookRefusalSchema.class {}
WebhookRefusalSchema.setClass(WebhookRefusal)
