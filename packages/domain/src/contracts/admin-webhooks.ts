import { z } from 'zod'
import { listCursor, nextCursor, timeFilter, versionRead } from './admin-lists.ts'
import { eventTypes } from './events.ts'
import { cleanText, id, instant } from './primitives.ts'

/** Addresses of other programs that are told what happens. See docs/behaviour.md#webhooks. */

const type = z.enum(eventTypes as [(typeof eventTypes)[number], ...typeof eventTypes])
const types = z.array(type).meta({ description: 'The types of events that the address is told of' })

export const webhookEndpoint = z
  .object({
    id,
    url: z.string().meta({ description: 'Where events are sent by POST' }),
    types,
    createdAt: instant,
    updatedAt: instant,
    pausedAt: instant.nullable().meta({ description: 'Nothing is sent since then; it waits. null: it is told' }),
    pausedBy: z.enum(['owner', 'shop']).nullable().meta({
      description: '`shop`: it took nothing for three days, or answered 410',
    }),
    failingSince: instant.nullable().meta({ description: 'It has taken nothing since then; null where it works' }),
    lastProblem: z.string().nullable().meta({ description: 'Why it did not take the last attempt that failed' }),
    lastDeliveredAt: instant.nullable().meta({
      description:
        'When it took something last since it was saved, a test too; null where it took nothing in the last 30 days',
    }),
    waiting: z.int().meta({ description: 'Events that it has still to be told of' }),
    failed: z.int().meta({ description: 'Events that were given up after three days, of the last 30 days' }),
  })
  .meta({ id: 'WebhookEndpoint' })
export type WebhookEndpoint = z.infer<typeof webhookEndpoint>

/** `GET /api/admin/webhooks` */
export const webhookList = z.array(webhookEndpoint)

const noAddress = 'Please enter an address, as https://…'
const form = {
  url: cleanText(noAddress)
    .max(2_000, 'Must be at most 2000 characters')
    .refine((text) => /^https?:\/\//i.test(text) && URL.canParse(text), noAddress)
    .meta({ description: 'Where events are sent by POST; https alone in production, never in a private network' }),
  types: types.min(1, 'Please choose what it is told of').max(eventTypes.length),
}

/** `POST /api/admin/webhooks` */
export const createWebhookInput = z.strictObject(form)
export type CreateWebhook = z.infer<typeof createWebhookInput>

/** `PUT /api/admin/webhooks/{id}` */
export const saveWebhookInput = z.strictObject({
  id,
  ...form,
  isPaused: z.boolean().meta({ description: 'Nothing is sent while it is paused; afterwards it is told of all of it' }),
  ...versionRead,
})
export type SaveWebhook = z.infer<typeof saveWebhookInput>

export const webhookInput = z.strictObject({ id })

/** `GET` and `POST /api/admin/webhooks/{id}/secrets`; the newest comes first. */
export const webhookSecrets = z
  .object({
    secrets: z
      .array(
        z.object({
          secret: z.string().meta({ description: 'What signatures are checked with: `whsec_…`' }),
          createdAt: instant,
          endsAt: instant.nullable().meta({ description: 'Signs until then, because a newer one has come' }),
        }),
      )
      .meta({ description: 'Those that sign now' }),
  })
  .meta({ id: 'WebhookSecrets' })
export type WebhookSecrets = z.infer<typeof webhookSecrets>

export const createdWebhook = webhookEndpoint
  .extend({ secret: z.string().meta({ description: 'What signatures are checked with: `whsec_…`' }) })
  .meta({ id: 'CreatedWebhook' })
export type CreatedWebhook = z.infer<typeof createdWebhook>

export const deliveryStates = ['waiting', 'delivered', 'failed'] as const
const deliveryState = z.enum(deliveryStates)

export const webhookDelivery = z
  .object({
    id,
    messageId: z.string().meta({ description: 'The `webhook-id`: the same with every attempt' }),
    type: z.string().meta({ description: 'The type of the event, or `webhook.test`' }),
    state: deliveryState.meta({ description: '`failed`: given up after three days; a test that was not taken' }),
    body: z.string().meta({ description: 'What is sent' }),
    attempts: z.int().meta({ description: 'How often it was sent' }),
    createdAt: instant,
    lastAttemptAt: instant.nullable().meta({ description: 'null where it was not tried yet' }),
    nextAttemptAt: instant.nullable().meta({ description: 'At the earliest; null where nothing is planned' }),
    status: z.int().nullable().meta({ description: 'The HTTP status of the last answer; null where none came' }),
    answer: z.string().nullable().meta({ description: 'The beginning of the last answer, 1 KB at most' }),
    problem: z.string().nullable().meta({ description: 'Why the last attempt failed; null where it was taken' }),
    durationMs: z.int().nullable().meta({ description: 'How long the last attempt took, in milliseconds' }),
  })
  .meta({ id: 'WebhookDelivery' })
export type WebhookDelivery = z.infer<typeof webhookDelivery>

/** `GET /api/admin/webhooks/{id}/deliveries`: the newest first. */
export const deliveryQuery = z.object({
  id,
  state: deliveryState.optional().meta({ description: 'Only those in this state' }),
  limit: z.int().min(1).max(100).default(20),
  offset: z.int().min(0).max(10_000_000).default(0),
  ...listCursor,
  ...timeFilter,
})
export type DeliveryQuery = z.infer<typeof deliveryQuery>

export const deliveryList = z
  .object({
    deliveries: z.array(webhookDelivery).meta({ description: 'One page of them' }),
    total: z.int().meta({ description: 'How many there are in all' }),
    ...nextCursor,
  })
  .meta({ id: 'WebhookDeliveries' })
export type DeliveryList = z.infer<typeof deliveryList>
