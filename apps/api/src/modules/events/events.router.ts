import { eventList, eventQuery } from '@marashi/domain/contracts/event-list'
import { administratorProcedure, router } from '../../http/procedures.ts'
import { listEvents } from './list-events.ts'

/** What happens in the shop, for programs (docs/behaviour.md#event-log). */
export const eventsRouter = router({
  list: administratorProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/events',
        tags: ['Events'],
        summary: 'What happened after an event, oldest first',
      },
      errors: ['EVENTS_GONE'],
    })
    .input(eventQuery)
    .output(eventList)
    .query(({ ctx, input }) => listEvents(ctx, input)),
})
