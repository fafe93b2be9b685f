import { z } from 'zod'
import type { RestOperation } from '../../../../http/rest-operation.ts'

/** How the API's document describes the address that reports come to. */
export const stripeEventOperation: RestOperation = {
  access: 'anybody',
  errors: ['BAD_REQUEST'],
  description: {
    operationId: 'hooks-stripe',
    tags: ['Gateways'],
    summary: 'Stripe reports an event',
    description: 'The signature over the raw body is the proof.',
    requestParams: { header: z.object({ 'Stripe-Signature': z.string() }) },
    requestBody: { required: true, content: { 'application/json': { schema: {} } } },
    responses: {
      200: {
        description: 'Stored; it is processed after this answer',
        content: { 'application/json': { schema: z.object({ received: z.literal(true) }) } },
      },
    },
  },
}
