import {
  pushSubscribed,
  pushSubscriptionInput,
  pushStatus as statusAnswer,
  subscribePushInput,
} from '@marashi/domain/contracts/admin-push'
import { z } from 'zod'
import { administratorProcedure, router } from '../../http/procedures.ts'
import { pushStatus, subscribePush, testPush, unsubscribePush } from '../notices/push/subscriptions.ts'

const tags = ['Administrator']

/** The browsers that the owner is notified on (docs/behaviour.md#notices). */
export const pushAdminRouter = router({
  status: administratorProcedure
    .meta({ openapi: { method: 'GET', path: '/admin/push', tags, summary: 'The browsers that are notified by push' } })
    .output(statusAnswer)
    .query(({ ctx }) => pushStatus(ctx)),

  subscribe: administratorProcedure
    .meta({
      openapi: { method: 'POST', path: '/admin/push/subscriptions', tags, summary: 'Notify a browser by push' },
      errors: ['CONFLICT'],
      status: 201,
    })
    .input(subscribePushInput)
    .output(pushSubscribed)
    .mutation(({ ctx, input }) => subscribePush(ctx, input)),

  unsubscribe: administratorProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/admin/push/subscriptions/{id}',
        tags,
        summary: 'Notify a browser no more; fine where it is not notified',
      },
      status: 204,
    })
    .input(pushSubscriptionInput)
    .output(z.void())
    .mutation(({ ctx, input }) => unsubscribePush(ctx, input)),

  test: administratorProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/admin/push/subscriptions/{id}/test',
        tags,
        summary: 'Send one browser a notice now',
      },
      errors: ['NOT_FOUND'],
      status: 204,
      asksOthers: true,
    })
    .input(pushSubscriptionInput)
    .output(z.void())
    .mutation(({ ctx, input }) => testPush(ctx, input)),
})
