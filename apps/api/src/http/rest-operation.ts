import type { ErrorCode } from '@marashi/domain/contracts/error-codes'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import type { ZodOpenApiOperationObject } from 'zod-openapi'
import type { Let } from './access-policy.ts'
import type { Context } from './context.ts'
import type { RequestLimit } from './limits/limit-table.ts'
import type { CreateContext } from './request-context.ts'
import { requireAccess } from './require-access.ts'

export type Access = 'anybody' | 'administrator'

/** How the OpenAPI document describes a route that is no procedure; written beside that route. */
export interface RestOperation {
  access: Access
  /** Whose scope lets a key in. */
  area?: Let
  /** Error codes of this route alone; those of every route like it are added. */
  errors?: readonly ErrorCode[]
  /** Lists successful responses alone: the errors are derived. */
  description: ZodOpenApiOperationObject & { operationId: string; summary: string; tags: string[] }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: RestOperation
  }
}

interface AdministratorRoute extends Omit<RestOperation, 'access'>, Pick<RouteShorthandOptions, 'handlerTimeout'> {
  /** Counted for the session. */
  limit?: RequestLimit
  area: Let
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
        description,
      },
    },
    handler: async (request, reply) => {
      const ctx = createContext(request, reply)
      await requireAccess(ctx, area, route.method === 'GET' ? 'read' : 'write')
      if (limit) ctx.limitSession(limit)
      return await answer(ctx, request, reply)
    },
  })
}
