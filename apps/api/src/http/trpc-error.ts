import { TRPC_ERROR_CODES_BY_KEY, type TRPCErrorResponse } from '@trpc/server/rpc'
import type { ErrorAnswer } from './error-response.ts'

/** An error as tRPC's clients read it, of a request that Fastify refuses or breaks off: no procedure answers it. */
export function trpcErrorResponse(answer: ErrorAnswer): TRPCErrorResponse {
  const { BAD_REQUEST, INTERNAL_SERVER_ERROR } = TRPC_ERROR_CODES_BY_KEY
  const code = answer.status < 500 ? BAD_REQUEST : INTERNAL_SERVER_ERROR
  return { error: { code, ...trpcErrorOf(answer) } }
}

/** The message and the data of an error over tRPC. */
export function trpcErrorOf({ status, retryAfterSeconds, body: { error: message, ...data } }: ErrorAnswer) {
  // One answer may hold several errors, and a header names the time of one.
  return { message, data: { ...data, httpStatus: status, retryAfterSeconds } }
}
