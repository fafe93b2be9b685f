import type { EventData, EventType } from '@marashi/domain/contracts/events'
import { defineEntity, p } from '@mikro-orm/core'
import { instantColumn } from '../../db/columns.ts'

/**
 * Something that happened, written by triggers in the transaction that caused it (docs/behaviour.md#event-log). A trigger
 * refuses to rewrite a row: it gets its position once, and may be removed after 30 days.
 */
export const EventSchema = defineEntity({
  name: 'Event',
  tableName: 'events',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    // Null until the transaction has ended and `publish_events` has numbered it: what a reader goes on after.
    position: p.bigint('number').nullable(),
    type: p.text().$type<EventType>().check(`type ~ '^[a-z]+\\.[a-z_]+$'`),
    version: p.smallint().default(1),
    // The order, payment, product, review or setting that it happened to.
    subject: p.text(),
    occurredAt: instantColumn(),
    writtenAt: instantColumn().defaultRaw('now()'),
    data: p.json<EventData>(),
  },
  indexes: [
    {
      name: 'events_position_unique',
      expression: 'create unique index "events_position_unique" on "events" ("position") where "position" is not null',
    },
    {
      name: 'events_unpublished_idx',
      expression: 'create index "events_unpublished_idx" on "events" ("id") where "position" is null',
    },
  ],
})
export class Event extends EventSchema.class {}
EventSchema.setClass(Event)
