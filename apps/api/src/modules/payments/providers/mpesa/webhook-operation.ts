import { z } from 'zod'
import type { RestOperation } from '../../../../http/rest-operation.ts'

const reportOperation = (about: { operationId: string; summary: string; description: string }): RestOperation => ({
  access: 'anybody',
  errors: ['NOT_FOUND'],
  description: {
    ...about,
    tags: ['Gateways'],
    requestParams: { path: z.object({ token: z.string() }) },
    requestBody: { description: 'Stored as it came, whatever it is', content: { '*/*': { schema: {} } } },
    responses: {
      200: {
        description: 'Stored; it is processed after this answer',
        content: { 'application/json': { schema: z.object({ ResultCode: z.literal(0), ResultDesc: z.string() }) } },
      },
    },
  },
})

/** How the API's document describes the address that reports come to. */
export const mpesaCallbackOperation = reportOperation({
  operationId: 'hooks-mpesa',
  summary: 'M-Pesa reports how a payment ended',
  description: 'The token in the address is the proof: each attempt to pay has its own.',
})

/** The same for the addresses that results come to. */
export const mpesaResultOperation = reportOperation({
  operationId: 'hooks-mpesa-result',
  summary: 'M-Pesa answers what it was asked about a refund or a receipt',
  description: 'The token in the address is the proof: each question has its own.',
})
