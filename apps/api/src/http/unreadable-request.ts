import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type ErrorCode, errorStatuses } from '@marashi/domain/contracts/error-codes'
import type { FastifyInstance } from 'fastify'
import type { Environment } from '../env.ts'
import { transportMessages } from './error-response.ts'
import { problemOf } from './problem.ts'

/** Node's code of a refusal, and ours. */
const codes = new Map<string | undefined, ErrorCode>([
  ['ERR_HTTP_REQUEST_TIMEOUT', 'REQUEST_TIMEOUT'],
  ['HPE_HEADER_OVERFLOW', 'HPE_HEADER_OVERFLOW'],
])

/**
 * Answers what Node's HTTP parser refuses before a request exists (headers over 16 KB, a request that does not arrive,
 * bytes that are no HTTP) with the same error body as every other refusal, and closes the connection.
 */
export const unreadableRequestAnswer = (env: Environment) =>
  function answer(this: FastifyInstance, error: Error & { code?: string }, socket: Socket): void {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    this.log.trace({ err: error }, 'a request could not be read')
    const code = codes.get(error.code) ?? 'BAD_REQUEST'
    const status = errorStatuses[code]
    const body = JSON.stringify(problemOf(env, status, { error: transportMessages[status] ?? '', code }))
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
    ]
    if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
    socket.destroySoon()
  }
