import { z } from 'zod'
import type { RestOperation } from '../../../../http/rest-operation.ts'

/** How the API's document describes the address that reports come to. */
export const mpesaCallbackOperation: RestOperation = {
  access: 'anybody',
  errors: ['NOT_FOUND'],
  description: {
    operationId: 'hooks-mpesa',
    tags: ['Gateways'],
    summary: 'M-Pesa reports how a payment ended',
    description: 'The token in the address is the proof: each attempt to pay has its own.',
    requestParams: { path: z.object({ token: z.string() }) },
    requestBody: { description: 'Stored as it came, whatever it is', content: { '*/*': { schema: {} } } },
    responses: {
      200: {
        description: 'Stored; it is processed after this answer',
        content: { 'application/json': { schema: z.object({ ResultCode: z.literal(0), ResultDesc: z.string() }) } },
      },
    },
  },
}

/** The same for the addresses that results come to. */
export const mpesaResultOperation: RestOperation = {
  access: 'anybody',
  errors: ['NOT_FOUND'],
  description: {
    operationId: 'hooks-mpesa-result',
    tags: ['Gateways'],
    summary: 'M-Pesa answers what it was asked about a refund or a receipt',
    description: 'The token in the address is the proof: each question has its own.',
    requestParams: { path: z.object({ token: z.string() }) },
    requestBody: { description: 'Stored as it came, whatever it is', content: { '*/*': { schema: {} } } },
    responses: {
      200: {
        description: 'Stored; it is processed after this answer',
        content: { 'application/json': { schema: z.object({ ResultCode: z.literal(0), ResultDesc: z.string() }) } },
      },
    },
  },
}
