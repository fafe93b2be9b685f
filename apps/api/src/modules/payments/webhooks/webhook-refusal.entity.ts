import type { PaymentMethod } from '@marashi/domain/contracts/payment-methods'
import { defineEntity, p } from '@mikro-orm/core'
import { instantColumn, paymentMethodForm } from '../../../db/columns.ts'

/** Whether the signature was wrong, or right and by the shop's clock too old. */
const webhookRefusals = ['signature', 'time'] as const
export type WebhookRefusedFor = (typeof webhookRefusals)[number]

/** When a webhook was refused last, and why: by chance, or because the shop's secret or clock is wrong. */
export const WebhookRefusalSchema = defineEntity({
  name: 'WebhookRefusal',
  tableName: 'webhook_refusals',
  properties: {
    gateway: p.text().$type<PaymentMethod>().primary().check(paymentMethodForm('gateway')),
    refusedAt: instantColumn(),
    why: p.enum(webhookRefusals).default('signature'),
  },
})
export class WebhookRefusal extends WebhookRefusalSchema.class {}
WebhookRefusalSchema.setClass(WebhookRefusal)
