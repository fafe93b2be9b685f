import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorAnswer, errorAnswer } from './error-response.ts'

/** What a transport answers to an error that Fastify has caught: logged where it is the shop's own, its `Retry-After` set. */
export function answeredError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): ErrorAnswer {
  const answer = errorAnswer(thrown, request.id)
  if (answer.isInternal) request.log.error({ err: thrown }, 'a request failed')
  if (answer.retryAfterSeconds !== undefined) reply.header('retry-after', answer.retryAfterSeconds)
  return answer
}
