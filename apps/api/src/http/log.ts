import type { FastifyReply, FastifyRequest } from 'fastify'
import { statementError } from '../db/database-failure.ts'

const MAX_CAUSES = 5

/**
 * Of a request only what says which it was: no headers, no query, no body, so no phone, e-mail, cookie or password, and
 * no callback token: who reads the log must not be able to speak for M-Pesa. Of a failure see `describeError`.
 */
export const logSerializers = {
  req: ({ method, url }: FastifyRequest) => ({
    method,
    path: url?.split('?', 1)[0]?.replace(/(\/hooks\/pay\/).*/, '$1…'),
  }),
  err: describeError,
}

interface ErrorDescription {
  type: string
  message: string
  code?: string
  table?: string
  constraint?: string
  stack: string
  cause?: ErrorDescription
  [more: string]: unknown
}

/**
 * What a log may say of a failure. PostgreSQL's detail and the ORM's message hold the values of the row, and with them
 * shoppers' names and phones: of a database failure its code, table and constraint are kept.
 */
export function describeError(thrown: unknown, depth = 0): ErrorDescription {
  if (!(thrown instanceof Error)) return { type: typeof thrown, message: '', stack: '' }
  const { code, table, constraint, cause } = thrown as Error & Record<'code' | 'table' | 'constraint', unknown>
  return {
    type: thrown.name,
    // An error around a database failure often repeats its message.
    message: statementError(thrown) ? 'a database failure' : thrown.message,
    ...(code !== undefined && { code: String(code) }),
    ...(typeof table === 'string' && { table }),
    ...(typeof constraint === 'string' && { constraint }),
    stack: framesOf(thrown),
    ...(cause instanceof Error && depth < MAX_CAUSES && { cause: describeError(cause, depth + 1) }),
  }
}

/** The stack without the message that V8 puts above it. */
function framesOf({ stack = '' }: Error): string {
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .map((line) => line.trim())
    .join('\n')
}

/** One line for what is worth reading later: every write and every refusal; plain reads only at debug level. */
export function logAnswers(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  const level =
    reply.statusCode >= 500 ? 'warn' : request.method !== 'GET' || reply.statusCode >= 400 ? 'info' : 'debug'
  request.log[level]({ req: request, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'answered')
  done()
}
