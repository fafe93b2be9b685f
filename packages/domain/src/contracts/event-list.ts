import { z } from 'zod'
import { type KeyArea, keyAreas } from './api-keys.ts'
import { type EventType, eventTypes, shopEvent } from './events.ts'

/**
 * Who may read which events: the area whose `read` scope a key needs, by the first word of the type. See
 * docs/behaviour.md#event-log.
 */
const areas: Record<FirstWord<EventType>, KeyArea> = {
  order: 'orders',
  payment: 'payments',
  product: 'catalogue',
  stock: 'catalogue',
  settings: 'settings',
  review: 'reviews',
}
type FirstWord<Type extends string> = Type extends `${infer First}.${string}` ? First : never

export const areaOfEvent = (type: EventType): KeyArea => areas[type.split('.')[0] as FirstWord<EventType>]

/** The areas that have events: a key with none of them reads none. */
export const eventAreas: readonly KeyArea[] = keyAreas.filter((area) => Object.values(areas).includes(area))

const known = new Set<string>(eventTypes)

const types = z
  .string()
  .max(400)
  .transform((text) => [...new Set(text.split(',').map((type) => type.trim()))])
  .refine((list) => list.every((type) => known.has(type)), 'Unknown type of event')
  .transform((list) => list as EventType[])

/** `GET /api/events`: what happened after an event, oldest first. */
export const eventQuery = z.object({
  after: z.int().min(0).max(Number.MAX_SAFE_INTEGER).default(0).meta({
    description:
      'The id of the last event that you have, or the last `next` that you got; 0 for the oldest that is kept. Events are kept for 30 days, and have new numbers after a restored backup: a position from before is refused with `EVENTS_GONE`',
  }),
  type: types.optional().meta({
    description: `Only these types, separated by commas; without it, all that the caller may read. Types: ${eventTypes.join(', ')}`,
  }),
  limit: z.int().min(1).max(500).default(100).meta({ description: 'How many at most' }),
})
export type EventQuery = z.infer<typeof eventQuery>

export const eventList = z
  .object({
    events: z.array(shopEvent).meta({ description: 'Fewer than `limit` means that there are no more yet' }),
    next: z.int().min(0).meta({
      description:
        'What to send as `after` the next time. It also passes over what was not asked for or may not be read',
    }),
  })
  .meta({ id: 'EventList' })
export type EventList = z.infer<typeof eventList>
