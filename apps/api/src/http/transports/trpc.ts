import type { AnyProcedure } from '@trpc/server'
import { type FastifyTRPCPluginOptions, fastifyRequestHandler } from '@trpc/server/adapters/fastify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppRouter } from '../../router.ts'
import { answeredError } from '../answered-error.ts'
import { keyOfInput } from '../cache/shared-key.ts'
import { errorAnswer } from '../error-response.ts'
import type { ProcedureMeta } from '../procedures.ts'
import type { CreateContext } from '../request-context.ts'
import { LIVE_TIMEOUT_MS } from '../time-limits.ts'
import { trpcErrorResponse } from '../trpc-error.ts'
import { inputOf } from './procedure-input.ts'

/**
 * Mounts every procedure under /trpc, one call for each request; a subscription has a route of its own, which stays open.
 *
 * tRPC's plugin for Fastify is not used: it takes forms beside JSON, and reads them whole, however large, for whoever sends
 * one; and it takes methods that tRPC then fails on.
 */
export async function mountTrpc(app: FastifyInstance, router: AppRouter, createContext: CreateContext): Promise<void> {
  const sharedKey = sharedKeyOf(router)
  await app.register(
    async (trpc) => {
      // tRPC reads the text itself; a body of any other type is refused before it is read.
      trpc.removeAllContentTypeParsers()
      trpc.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => done(null, text))
      // Else their clients would read the body of REST as no answer at all.
      trpc.setErrorHandler((thrown, request, reply) => {
        const refused = answeredError(thrown, request, reply)
        reply.code(refused.status).send(trpcErrorResponse(refused))
      })
      const trpcOptions: FastifyTRPCPluginOptions<AppRouter>['trpcOptions'] = {
        router,
        allowBatching: false,
        createContext: ({ req, res }) => createContext(req, res),
        responseMeta: ({ errors, ctx }) => {
          if (errors[0] === undefined) return {}
          const { status, retryAfterSeconds } = errorAnswer(errors[0], ctx?.caller.requestId ?? '')
          return { status, headers: retryAfterSeconds ? { 'retry-after': String(retryAfterSeconds) } : {} }
        },
        onError: ({ error, req, ctx }) => {
          if (errorAnswer(error, ctx?.caller.requestId ?? '').isInternal)
            req.log.error({ err: error.cause ?? error }, 'a procedure failed')
        },
      }
      const answer = (req: FastifyRequest, res: FastifyReply, path: string) =>
        fastifyRequestHandler({ ...trpcOptions, req, res, path })
      // HEAD is named, because the one that Fastify would add cannot send tRPC's answers. Writes are timed apart (../time-writes.ts).
      for (const method of [['GET', 'HEAD'], 'POST']) {
        trpc.route<{ Params: { path: string } }>({
          method,
          url: '/:path',
          config: { sharedKey },
          handler: (req, res) => answer(req, res, req.params.path),
        })
      }
      for (const path of pathsOfSubscriptions(router)) {
        trpc.route({
          method: ['GET', 'HEAD'],
          url: `/${path}`,
          handlerTimeout: LIVE_TIMEOUT_MS,
          handler: (req, res) => answer(req, res, path),
        })
      }
    },
    { prefix: '/trpc' },
  )
}

const proceduresOf = (router: AppRouter) =>
  Object.entries(router._def.procedures as unknown as Record<string, AnyProcedure>)

const pathsOfSubscriptions = (router: AppRouter): string[] =>
  proceduresOf(router).flatMap(([path, procedure]) => (procedure._def.type === 'subscription' ? [path] : []))

function sharedKeyOf(router: AppRouter): (request: FastifyRequest) => string | undefined {
  const shared = new Map(
    proceduresOf(router).filter(([, procedure]) => (procedure._def.meta as ProcedureMeta).isShared),
  )
  return ({ params, raw }) => {
    const { path } = params as { path: string }
    const procedure = shared.get(path)
    return procedure && keyOfInput(`/trpc/${path}`, inputOf(procedure), inputIn(raw.url))
  }
}

/**
 * The input as tRPC reads it, not as Fastify does: the two differ where a query has two inputs or what is no UTF-8, and one
 * call's answer would be kept as another's.
 */
function inputIn(url = '/'): unknown {
  const input = new URL(url, 'http://shop.invalid').searchParams.get('input')
  if (input === null) return undefined
  try {
    return JSON.parse(input)
  } catch {
    return undefined // tRPC refuses it
  }
}
