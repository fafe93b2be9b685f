import type { ErrorCode } from '@marashi/domain/contracts/error-codes'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import type { ZodOpenApiOperationObject } from 'zod-openapi'
import { ShopError } from '../shop-error.ts'
import type { AccessRule } from './access-policy.ts'
import type { Context } from './context.ts'
import type { LimitName, RequestLimit } from './limits/limit-table.ts'
import { answerOnce, sendAnswer } from './repeats/answer-once.ts'
import type { CreateContext } from './request-context.ts'
import { requireAccess } from './require-access.ts'
import { refuseUnknownParameters } from './rest-input.ts'

export type Access = 'anybody' | 'administrator'

/** How the OpenAPI document describes a route that is no procedure; written beside that route. */
export interface RestOperation {
  access: Access
  /** Whose scope lets a key in. */
  area?: AccessRule
  /** Error codes of this route alone; those of every route like it are added. */
  errors?: readonly ErrorCode[]
  /** The rows of the table of limits that hold for it. */
  limits?: readonly LimitName[]
  /** Lists successful responses alone: the errors are derived. */
  description: ZodOpenApiOperationObject & { operationId: string; summary: string; tags: string[] }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: RestOperation
  }
}

interface AdministratorRoute
  extends Omit<RestOperation, 'access' | 'limits'>,
    Pick<RouteShorthandOptions, 'handlerTimeout'> {
  /** Counted for the session. */
  limit?: RequestLimit
  area: AccessRule
  method: 'GET' | 'POST'
  url: string
}

/**
 * Adds a route that is no procedure and that only the administrator and keys of its area may call, and documents it as
 * such. Throws as `requireAccess`, before `answer` runs.
 */
export function addAdministratorRoute(
  app: FastifyInstance,
  createContext: CreateContext,
  { errors = [], description, limit, area, ...route }: AdministratorRoute,
  answer: (ctx: Context, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
): void {
  app.route({
    ...route,
    config: {
      operation: {
        access: 'administrator',
        area,
        errors: limit ? [...errors, 'TOO_MANY_REQUESTS'] : errors,
        ...(limit && { limits: [limit] }),
        description,
      },
    },
    handler: async (request, reply) => {
      const ctx = createContext(request, reply)
      await requireAccess(ctx, area, route.method === 'GET' ? 'read' : 'write')
      if (route.method === 'POST') refuseUnknownParameters(request.query, new Set())
      if (route.method === 'POST' && request.headers['if-match'] !== undefined) throw noVersions()
      if (limit) ctx.limitSession(limit)
      return await answer(ctx, request, reply)
    },
  })
}

/** What is ignored here might have kept somebody from losing an edit. */
export const noVersions = () => new ShopError('BAD_REQUEST', 'This operation takes no If-Match.')

/**
 * Adds a route that takes one file, read by `readFile`, and answers what becomes of it: once under each `Idempotency-Key`. Throws as
 * addAdministratorRoute, `readFile` and answerOnce.
 */
export function addFileRoute(
  app: FastifyInstance,
  createContext: CreateContext,
  route: Omit<AdministratorRoute, 'method'> & { readFile: (request: FastifyRequest) => Promise<Buffer> },
  work: (ctx: Context, file: Buffer) => Promise<object>,
): void {
  const { readFile, ...rest } = route
  addAdministratorRoute(app, createContext, { ...rest, method: 'POST' }, async (ctx, request, reply) => {
    const file = await readFile(request)
    const repeated = { operation: `POST ${route.url}`, readInput: async () => file, asksOthers: true }
    const answer = await answerOnce(ctx, repeated, async (within) => ({
      status: 200,
      body: JSON.stringify(await work(within, file)),
    }))
    return sendAnswer(reply, answer)
  })
}
