import underPressure from '@fastify/under-pressure'
import type { AnyProcedure, AnyRouter } from '@trpc/server'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { BUSY_MESSAGE, ShopError } from '../../shop-error.ts'
import type { ProcedureMeta } from '../procedures.ts'

/** A request that waits this long for the processor is refused, in milliseconds. */
export const MAX_EVENT_LOOP_DELAY_MS = 1_500
const RETRY_AFTER_SECONDS = 5

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answered however busy the shop is: reads are shed before orders and callbacks. */
    isNeverShed?: boolean | undefined
  }
}

interface Backpressure {
  router: AnyRouter
  /** In milliseconds. */
  maxEventLoopDelay: number
}

/** Refuses requests while the process is too busy to answer in time, but for `isNeverShed` routes and procedures. */
export const backpressurePlugin = fp(async (app: FastifyInstance, { router, maxEventLoopDelay }: Backpressure) => {
  // tRPC has one Fastify route for all procedures, so its paths are compared instead.
  const neverShed = new Set(
    Object.entries(router._def.procedures as Record<string, AnyProcedure>)
      .filter(([, procedure]) => (procedure._def.meta as ProcedureMeta).isNeverShed)
      .map(([path]) => `/trpc/${path}`),
  )
  await app.register(underPressure, {
    maxEventLoopDelay,
    pressureHandler: async ({ routeOptions, url }) => {
      if (routeOptions.config.isNeverShed || neverShed.has(url.split('?', 1)[0] as string)) return
      throw new ShopError('SERVICE_UNAVAILABLE', BUSY_MESSAGE, {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      })
    },
  })
})
