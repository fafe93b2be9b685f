import type { AnyProcedure, AnyRouter } from '@trpc/server'
import { getTRPCErrorFromUnknown, TRPCError } from '@trpc/server'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { keyOfInput } from '../cache/shared-key.ts'
import type { Context } from '../context.ts'
import type { ProcedureMeta } from '../procedures.ts'
import type { CreateContext } from '../request-context.ts'
import { queryReader } from '../rest-input.ts'

/**
 * Mounts every procedure that trpc-to-openapi documents as a native Fastify route. The library's own request handler is
 * not used: it coerces bodies (`null` to 0, "false" to true) by changing the shared schemas, so tRPC would accept them too,
 * and it costs four times as much per request. Method, path and document still come from the `openapi` meta.
 */
export function mountRest(app: FastifyInstance, router: AnyRouter, createContext: CreateContext): void {
  for (const [path, procedure] of Object.entries(router._def.procedures as Record<string, AnyProcedure>)) {
    const { openapi, status, isNeverShed, isShared } = procedure._def.meta as ProcedureMeta
    if (!openapi) continue
    const readInput = inputReader(procedure, openapi.method)
    app.route({
      method: openapi.method,
      url: openapi.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      config: {
        isNeverShed,
        ...(isShared && {
          sharedKey: (request) => keyOfInput(`/api${openapi.path}`, inputOf(procedure), readInput(request)),
        }),
      },
      handler: async (request, reply) => {
        const answer = await call(procedure, path, readInput(request), createContext(request, reply))
        if (status) reply.code(status)
        return status === 204 ? reply.send() : answer
      },
    })
  }
}

/** The schema of a procedure's input. */
export function inputOf(procedure: AnyProcedure): unknown {
  return (procedure._def as unknown as { inputs: unknown[] }).inputs[0]
}

/** Merges path, query and body into the procedure's one input; nothing overrides a parameter of the path. */
function inputReader(procedure: AnyProcedure, method: string): (request: FastifyRequest) => unknown {
  const schema = inputOf(procedure)
  if (!(schema instanceof z.ZodObject)) return () => undefined
  const readQuery = queryReader(schema)
  if (method === 'GET' || method === 'DELETE') {
    return (request) => ({ ...readQuery(request.query as Record<string, unknown>), ...(request.params as object) })
  }
  return ({ body = {}, params }) => {
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
    const taken = Object.keys(params as object).find((name) => Object.hasOwn(body, name))
    if (taken) throw new TRPCError({ code: 'BAD_REQUEST', message: `${taken} belongs in the path, not in the body` })
    return { ...body, ...(params as object) }
  }
}

async function call(procedure: AnyProcedure, path: string, input: unknown, ctx: Context): Promise<unknown> {
  const run = procedure as unknown as (options: object) => Promise<unknown>
  try {
    return await run({
      path,
      type: procedure._def.type,
      ctx,
      getRawInput: async () => input,
      signal: undefined,
      batchIndex: 0,
    })
  } catch (thrown) {
    throw getTRPCErrorFromUnknown(thrown)
  }
}
