import type { FastifyInstance } from 'fastify'
import { ShopError } from '../shop-error.ts'
import { HANDLER_TIMEOUT_MS } from './time-limits.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How long a route that writes may take until its answer is known, in milliseconds. */
    writeTimeoutMs?: number
  }
  interface FastifyReply {
    /** True once the answer is known, and is on its way. */
    isAnswered: boolean
  }
}

/** The longest that setTimeout takes. */
const NEVER_MS = 2 ** 31 - 1
/** What an answer that is known waits for: that the cache has heard of the change, a second at most (cache/response-cache.ts). */
const SENDING_MS = 2_000
const RETRY_AFTER_SECONDS = 10

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD'

/**
 * Breaks off what writes and takes longer than its route's `handlerTimeout`, and says that it may still be done: a transaction goes
 * on. What is done by then is answered as it is, also where its answer has to wait for the cache.
 *
 * Fastify's own timer does neither, and ends as soon as a body was read, because Node calls the request closed then
 * (fastify/fastify#6725). Register it before every route; one that both reads and writes keeps Fastify's timer beside this one.
 */
export function timeWrites(app: FastifyInstance): void {
  app.decorateReply('isAnswered', false)
  app.addHook('onRoute', (route) => {
    if ([route.method].flat().some(isRead)) return
    route.config = { ...route.config, writeTimeoutMs: route.handlerTimeout ?? HANDLER_TIMEOUT_MS }
    route.handlerTimeout = NEVER_MS
  })
  app.addHook('preHandler', ({ method, routeOptions: { config, handlerTimeout } }, reply, done) => {
    if (!isRead(method)) {
      const breakOff = () => {
        if (reply.sent) return
        if (reply.raw.headersSent) reply.raw.destroy()
        else if (reply.isAnswered) timer = setTimeout(breakOff, SENDING_MS).unref()
        else reply.send(tooLong())
      }
      let timer = setTimeout(breakOff, config.writeTimeoutMs ?? handlerTimeout).unref()
      reply.raw.once('close', () => clearTimeout(timer))
    }
    done()
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    reply.isAnswered = true
    done()
  })
}

const tooLong = () =>
  new ShopError(
    'SERVICE_UNAVAILABLE',
    'This takes longer than expected, and may still be done. Please look before you send it again.',
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  )
