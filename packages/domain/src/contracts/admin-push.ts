import { z } from 'zod'
import { cleanText, id, instant, oneLine, requiredText } from './primitives.ts'

const noEndpoint = 'Must be an https address'
const endpoint = cleanText(noEndpoint)
  .max(2_000)
  .refine((text) => URL.canParse(text) && new URL(text).protocol === 'https:', noEndpoint)
  .meta({ description: 'Where the browser’s push service takes messages' })

/** Bytes as base64url without padding, as browsers give them. */
const bytes = (length: number) =>
  z
    .string()
    .regex(/^[\w-]+=*$/)
    .refine((text) => (text.replaceAll('=', '').length * 3) >> 2 === length, `Must be ${length} bytes as base64url`)

/** `GET /api/admin/push`: the browsers that the owner is notified on. */
export const pushStatus = z
  .object({
    publicKey: z.string().meta({ description: 'The shop’s VAPID key, which a browser subscribes with' }),
    subscriptions: z.array(
      z.object({
        id,
        endpoint,
        browser: z.string(),
        createdAt: instant,
        endedAt: instant.nullable().meta({
          description: 'When its push service said that it is no more: it gets nothing until it is subscribed again',
        }),
      }),
    ),
  })
  .meta({ id: 'PushStatus' })
export type PushStatus = z.infer<typeof pushStatus>

/** `POST /api/admin/push/subscriptions`: a browser wants to be notified. The same browser again is the same subscription. */
export const subscribePushInput = z.strictObject({
  endpoint,
  keys: z
    .strictObject({ p256dh: bytes(65), auth: bytes(16) })
    .meta({ description: 'What `PushSubscription.toJSON()` answers: messages are encrypted for this browser alone' }),
  browser: oneLine(requiredText(80, 'Please name the browser')).meta({ description: 'How the owner knows it again' }),
  replaces: id.optional().meta({
    description: 'The subscription that this browser had before: it ends with the new one, whatever became of it',
  }),
})
export type SubscribePush = z.infer<typeof subscribePushInput>

export const pushSubscribed = z.object({ id }).meta({ id: 'PushSubscribed' })

/** `DELETE /api/admin/push/subscriptions/{id}` and `POST /api/admin/push/subscriptions/{id}/test` */
export const pushSubscriptionInput = z.strictObject({ id })
