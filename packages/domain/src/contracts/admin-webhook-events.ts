import { z } from 'zod'
import { paymentMethods } from './payment-methods.ts'
import { id, instant } from './primitives.ts'

/** `GET /api/admin/webhook-events`: gateways' messages that could not be processed and are not tried again by themselves. */
export const setAsideEvents = z
  .object({
    events: z
      .array(
        z.object({
          id,
          paymentMethod: z.enum(paymentMethods),
          receivedAt: instant,
          attempts: z.int(),
          orderNumber: z.string().nullable().meta({ description: 'null where its payment is not known' }),
        }),
      )
      .meta({ description: 'The newest 50' }),
  })
  .meta({ id: 'SetAsideEvents' })
export type SetAsideEvents = z.infer<typeof setAsideEvents>

/** `POST /api/admin/webhook-events/{id}/retry` */
export const retryEventInput = z.strictObject({ id })
export const webhookEventState = z
  .object({
    state: z
      .enum(['processed', 'waiting', 'set-aside'])
      .meta({ description: '`waiting`: somebody else is trying it now' }),
  })
  .meta({ id: 'WebhookEventState' })
export type WebhookEventState = z.infer<typeof webhookEventState>
