import {
  dismissEventInput,
  retryEventInput,
  setAsideEvents,
  webhookEventState,
} from '@marashi/domain/contracts/admin-webhook-events'
import { administratorProcedure, router } from '../../http/procedures.ts'
import { dismissSetAsideEvent } from '../payments/webhooks/dismiss-set-aside-event.ts'
import { listSetAsideEvents } from '../payments/webhooks/list-set-aside-events.ts'
import { retrySetAsideEvent } from '../payments/webhooks/retry-set-aside-event.ts'

const tags = ['Administrator']

/** Messages of the gateways that wait for the owner (docs/behaviour.md#webhook-events-that-fail). */
export const webhookEventsAdminRouter = router({
  setAside: administratorProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/admin/webhook-events',
        tags,
        summary: 'List messages of the gateways that could not be processed',
      },
    })
    .output(setAsideEvents)
    .query(({ ctx }) => listSetAsideEvents(ctx)),

  retry: administratorProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/admin/webhook-events/{id}/retry',
        tags,
        summary: 'Process a message that was set aside once more',
      },
      errors: ['NOT_FOUND'],
      asksOthers: true,
    })
    .input(retryEventInput)
    .output(webhookEventState)
    .mutation(({ ctx, input }) => retrySetAsideEvent(ctx, input)),

  dismiss: administratorProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/admin/webhook-events/{id}/dismiss',
        tags,
        summary: 'Dismiss a message that was set aside, with a reason',
      },
      errors: ['NOT_FOUND'],
    })
    .input(dismissEventInput)
    .output(webhookEventState)
    .mutation(({ ctx, input }) => dismissSetAsideEvent(ctx, input)),
})
