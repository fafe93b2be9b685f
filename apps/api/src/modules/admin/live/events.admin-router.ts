import { eventList, eventQuery, liveInput } from '@marashi/domain/contracts/admin-events'
import { administratorProcedure, router } from '../../../http/procedures.ts'
import { readEvents } from '../../events/read-events.ts'
import { liveEvents } from './live-events.ts'

/** What happens in the shop (docs/behaviour.md#event-log). */
export const eventsAdminRouter = router({
  list: administratorProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/admin/events',
        tags: ['Administrator'],
        summary: 'What happened in the shop after an event, oldest first',
      },
    })
    .input(eventQuery)
    .output(eventList)
    .query(async ({ ctx, input }) => ({ events: await readEvents(ctx.em, input) })),

  // Over REST the list is asked again and again instead.
  live: administratorProcedure
    .input(liveInput)
    .subscription(({ ctx, input, signal }) =>
      liveEvents(ctx, input.lastEventId, signal ?? new AbortController().signal),
    ),
})
