import { z } from 'zod'
import { paymentMethods } from './payment-methods.ts'
import { id, instant, requiredText } from './primitives.ts'

const event = z.object({
  id,
  paymentMethod: z.enum(paymentMethods),
  receivedAt: instant,
  orderNumber: z.string().nullable().meta({ description: 'null where its payment is not known' }),
})

/** `GET /api/admin/webhook-events`: gateways' messages that could not be processed and are not tried again by themselves. */
export const setAsideEvents = z
  .object({
    events: z.array(event.extend({ attempts: z.int() })).meta({ description: 'The newest 50' }),
    dismissed: z
      .array(event.extend({ dismissedAt: instant, reason: z.string() }))
      .meta({ description: 'The last 20 that the administrator dismissed' }),
  })
  .meta({ id: 'SetAsideEvents' })
export type SetAsideEvents = z.infer<typeof setAsideEvents>

/** `POST /api/admin/webhook-events/{id}/retry` */
export const retryEventInput = z.strictObject({ id })
/** `POST /api/admin/webhook-events/{id}/dismiss`: nothing follows from the message, and why. */
export const dismissEventInput = z.strictObject({ id, reason: requiredText(200, 'Please give a reason') })
export type DismissEvent = z.infer<typeof dismissEventInput>

export const webhookEventState = z
  .object({
    state: z
      .enum(['processed', 'waiting', 'set-aside', 'dismissed'])
      .meta({ description: '`waiting`: somebody else is trying it now' }),
  })
  .meta({ id: 'WebhookEventState' })
export type WebhookEventState = z.infer<typeof webhookEventState>
