import { z } from 'zod'
import { shopEvent } from './events.ts'

/** `GET /api/admin/events`: what happened after an event, oldest first. */
export const eventQuery = z.object({
  after: z.int().min(0).max(Number.MAX_SAFE_INTEGER).default(0).meta({
    description: 'The id of the last event that you have; 0 for the oldest that is kept',
  }),
  limit: z.int().min(1).max(500).default(100).meta({ description: 'How many at most' }),
})
export type EventQuery = z.infer<typeof eventQuery>

export const eventList = z
  .object({
    events: z.array(shopEvent).meta({ description: 'Fewer than `limit` means that there are no more yet' }),
  })
  .meta({ id: 'EventList' })

/** What a browser has seen last; tRPC sends it by itself when it connects again. */
export const liveInput = z.object({
  lastEventId: z
    .string()
    .regex(/^\d{1,15}$/)
    .nullish(),
})
