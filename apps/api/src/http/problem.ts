import { STATUS_CODES } from 'node:http'
import type { ErrorBody, Problem } from '@marashi/domain/contracts/error-body'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Environment } from '../env.ts'
import { problemTitles } from './problem-titles.ts'

const titles = new Map<string, string>(Object.entries(problemTitles))

/**
 * An error as every answer under /api holds it: beside the shop's own members those that RFC 9457 names. A code that the
 * shop's list does not have is HTTP's own, and has no type but the status.
 */
export function problemOf({ PUBLIC_URL }: Pick<Environment, 'PUBLIC_URL'>, status: number, body: ErrorBody): Problem {
  const title = titles.get(body.code)
  const { host } = new URL(PUBLIC_URL)
  return {
    ...body,
    type: title === undefined ? 'about:blank' : `${PUBLIC_URL}/api/docs/?code=${body.code}#description/error-codes`,
    title: title ?? STATUS_CODES[status] ?? 'Error',
    status,
    detail: body.error,
    // A tag URI (RFC 4151) names without promising an address.
    ...(body.requestId !== undefined && { instance: `tag:${host},2026:request/${body.requestId}` }),
  }
}

/**
 * Sends an error. It is `application/json`, as it always was and as clients decide by, unless the caller accepts
 * `application/problem+json` by name. The body is the same.
 */
export function sendProblem(request: FastifyRequest, reply: FastifyReply, problem: Problem): void {
  const type = /\bapplication\/problem\+json\b/i.test(request.headers.accept ?? '') ? 'problem+json' : 'json'
  reply.code(problem.status).type(`application/${type}; charset=utf-8`).send(problem)
}
