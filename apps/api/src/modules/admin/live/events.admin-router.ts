import { liveInput } from '@marashi/domain/contracts/admin-events'
import { administratorProcedure, router } from '../../../http/procedures.ts'
import { liveEvents } from './live-events.ts'

/** What happens in the shop, as it happens (docs/behaviour.md#live-updates). Over REST `GET /api/events` is asked again. */
export const eventsAdminRouter = router({
  live: administratorProcedure
    .input(liveInput)
    .subscription(({ ctx, input, signal }) =>
      liveEvents(ctx, input.lastEventId, signal ?? new AbortController().signal),
    ),
})
