import { z } from 'zod'
import type { RestOperation } from '../../../../../http/rest-operation.ts'

const answer = z.object({ ResultCode: z.union([z.literal(0), z.literal('0')]), ResultDesc: z.string() })

const operation = (operationId: string, summary: string, description: string): RestOperation => ({
  access: 'anybody',
  errors: ['NOT_FOUND'],
  description: {
    operationId,
    tags: ['Gateways'],
    summary,
    description,
    requestParams: { path: z.object({ token: z.string() }) },
    requestBody: { description: 'Whatever it is', content: { '*/*': { schema: {} } } },
    responses: { 200: { description: 'Accepted', content: { 'application/json': { schema: answer } } } },
  },
})

/** How the API's document describes the addresses for payments that are made by hand. */
export const confirmationOperation = operation(
  'hooks-mpesa-confirmation',
  'M-Pesa reports a payment that was made by hand',
  'The token in the address is the proof. Stored as it came, processed after the answer.',
)
export const validationOperation = operation(
  'hooks-mpesa-validation',
  'M-Pesa asks whether to take a payment by hand on',
  'The token in the address is the proof. Always accepted, and nothing is stored.',
)
