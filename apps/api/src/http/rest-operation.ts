import type { ErrorCode } from '@marashi/domain/contracts/error-codes'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import type { ZodOpenApiOperationObject } from 'zod-openapi'
import type { Context } from './context.ts'
import { requireAdministrator } from './require-administrator.ts'

export type Access = 'anybody' | 'administrator'

/** What the API's document says of a route that is no procedure; it stands beside the route that it describes. */
export interface RestOperation {
  access: Access
  /** What the route refuses for reasons of its own, beside what every route like it refuses. */
  errors?: readonly ErrorCode[]
  /** Only successful answers are listed here: the failures follow from the rest. */
  description: ZodOpenApiOperationObject & { operationId: string; summary: string; tags: string[] }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: RestOperation
  }
}

interface AdministratorRoute extends Omit<RestOperation, 'access'>, Pick<RouteShorthandOptions, 'handlerTimeout'> {
  method: 'GET' | 'POST'
  url: string
}

/**
 * Adds a route that is no procedure and that only the administrator may call. What closes it is what the document says
 * of it. Throws UNAUTHORIZED without a live session, before `answer` runs.
 */
export function addAdministratorRoute(
  app: FastifyInstance,
  createContext: (request: FastifyRequest, reply: FastifyReply) => Context,
  { errors = [], description, ...route }: AdministratorRoute,
  answer: (ctx: Context, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
): void {
  app.route({
    ...route,
    config: { operation: { access: 'administrator', errors, description } },
    handler: async (request, reply) => {
      const ctx = createContext(request, reply)
      await requireAdministrator(ctx)
      return await answer(ctx, request, reply)
    },
  })
}
