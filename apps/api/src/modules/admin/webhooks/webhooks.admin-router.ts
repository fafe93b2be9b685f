import { deletion } from '@marashi/domain/contracts/admin-lists'
import {
  createdWebhook,
  createWebhookInput,
  deliveryList,
  deliveryQuery,
  saveWebhookInput,
  webhookDelivery,
  webhookEndpoint,
  webhookInput,
  webhookList,
  webhookSecrets,
} from '@marashi/domain/contracts/admin-webhooks'
import { z } from 'zod'
import { administratorProcedure, router } from '../../../http/procedures.ts'
import { listDeliveries, sendAgain, testEndpoint } from './endpoint-deliveries.ts'
import { endpointRows } from './endpoint-row.ts'
import { endpointSecrets, rotateSecret } from './endpoint-secrets.ts'
import { createEndpoint, removeEndpoint, saveEndpoint } from './save-endpoint.ts'

const tags = ['Administrator']

/** Addresses of other programs that are told what happens (docs/behaviour.md#webhooks). */
export const webhooksAdminRouter = router({
  list: administratorProcedure
    .meta({
      openapi: { method: 'GET', path: '/admin/webhooks', tags, summary: 'The addresses that are told of events' },
    })
    .output(webhookList)
    .query(({ ctx }) => endpointRows(ctx).execute()),

  create: administratorProcedure
    .meta({
      openapi: { method: 'POST', path: '/admin/webhooks', tags, summary: 'Tell an address of events, from now on' },
      errors: ['CONFLICT'],
      status: 201,
      holdsSecret: true,
    })
    .input(createWebhookInput)
    .output(createdWebhook)
    .mutation(({ ctx, input }) => createEndpoint(ctx, input)),

  save: administratorProcedure
    .meta({
      openapi: { method: 'PUT', path: '/admin/webhooks/{id}', tags, summary: 'Change, pause or resume a webhook' },
      errors: ['NOT_FOUND', 'STALE'],
    })
    .input(saveWebhookInput)
    .output(webhookEndpoint)
    .mutation(({ ctx, input }) => saveEndpoint(ctx, input)),

  remove: administratorProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/admin/webhooks/{id}',
        tags,
        summary: 'Remove a webhook, with what it was not told yet',
      },
      errors: ['NOT_FOUND', 'STALE'],
      status: 204,
    })
    .input(deletion)
    .output(z.void())
    .mutation(({ ctx, input }) => removeEndpoint(ctx, input)),

  secrets: administratorProcedure
    .meta({
      openapi: { method: 'GET', path: '/admin/webhooks/{id}/secrets', tags, summary: 'What signs for a webhook' },
      errors: ['NOT_FOUND'],
    })
    .input(webhookInput)
    .output(webhookSecrets)
    .query(({ ctx, input }) => endpointSecrets(ctx, input)),

  rotateSecret: administratorProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/admin/webhooks/{id}/secrets',
        tags,
        summary: 'Make a new secret; the one before signs beside it for 24 hours',
      },
      errors: ['NOT_FOUND'],
      status: 201,
      holdsSecret: true,
    })
    .input(webhookInput)
    .output(webhookSecrets)
    .mutation(({ ctx, input }) => rotateSecret(ctx, input)),

  test: administratorProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/admin/webhooks/{id}/test',
        tags,
        summary: 'Send a test now, and see the answer',
      },
      errors: ['NOT_FOUND'],
      status: 201,
      asksOthers: true,
    })
    .input(webhookInput)
    .output(webhookDelivery)
    .mutation(({ ctx, input }) => testEndpoint(ctx, input)),

  deliveries: administratorProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/admin/webhooks/{id}/deliveries',
        tags,
        summary: 'What a webhook was sent, what was answered, and what waits',
      },
    })
    .input(deliveryQuery)
    .output(deliveryList)
    .query(({ ctx, input }) => listDeliveries(ctx, input)),

  sendAgain: administratorProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/admin/webhook-deliveries/{id}/send',
        tags,
        summary: 'Send a delivery again, under the same webhook-id',
      },
      errors: ['NOT_FOUND', 'CONFLICT'],
    })
    .input(webhookInput)
    .output(webhookDelivery)
    .mutation(({ ctx, input }) => sendAgain(ctx, input)),
})
