import { defineEntity, p } from '@mikro-orm/core'

/** How far a reader of the event log is: the position of the last event that it has seen to. */
export const EventReaderSchema = defineEntity({
  name: 'EventReader',
  tableName: 'event_readers',
  properties: {
    name: p.text().primary(),
    position: p.bigint('number'),
  },
})
export class EventReader extends EventReaderSchema.class {}
EventReaderSchema.setClass(EventReader)
