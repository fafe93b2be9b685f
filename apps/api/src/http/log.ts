import type { FastifyReply, FastifyRequest } from 'fastify'
import { statementError } from '../db/database-failure.ts'
import { networkOf } from './limits/network-of.ts'
import { canonicalTarget, LONGEST_PATH } from './request-target.ts'
// Declares `isGatewayHook`.
import type {} from './security.ts'

const MAX_CAUSES = 5

/**
 * The log identifies a request and holds nothing personal of it: no headers, query or body, so no phone, e-mail, cookie
 * or password. It holds no token of a webhook's address either, because whoever reads that could impersonate M-Pesa.
 */
export const logSerializers = {
  req: ({ method, url }: FastifyRequest) => ({
    method,
    path: canonicalTarget(url ?? '')
      .split('?', 1)[0]
      // A longer one leads nowhere, and is not to fill the disk.
      ?.slice(0, LONGEST_PATH)
      .replace(/(\/hooks\/[^/]+\/).*/i, '$1…'),
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
 * What a log may hold of a failure. PostgreSQL's detail and the ORM's message contain the row, and so shoppers' names and
 * phones: of a database failure only the code, the table and the constraint are logged.
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

/**
 * One line for every write and every refusal; plain reads only at debug level. What an intruder would cause carries
 * `security` and the caller's network, so that one search finds it.
 */
export function logAnswers(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  const { statusCode: status, elapsedTime } = reply
  const security = securityEventOf(request, status)
  const level = status >= 500 || security ? 'warn' : request.method !== 'GET' || status >= 400 ? 'info' : 'debug'
  const cause = security && { security, network: networkOf(request.ip) }
  request.log[level]({ req: request, status, ms: Math.round(elapsedTime), ...cause }, 'answered')
  done()
}

function securityEventOf({ url, routeOptions }: FastifyRequest, status: number): string | undefined {
  if (routeOptions.config.isGatewayHook) return status >= 400 && status < 500 ? 'webhook-refused' : undefined
  if (status === 429) return 'limit'
  if (status === 403) return 'other-site'
  return status === 401 && /^\/(api\/admin\/login|trpc\/admin\.session\.login)\b/.test(url)
    ? 'wrong-password'
    : undefined
}
