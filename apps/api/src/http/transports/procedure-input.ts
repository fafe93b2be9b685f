import { type AnyProcedure, TRPCError } from '@trpc/server'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { ProcedureMeta } from '../procedures.ts'
import { queryReader } from '../rest-input.ts'

/** The schema of a procedure's input. */
export function inputOf(procedure: AnyProcedure): unknown {
  return (procedure._def as unknown as { inputs: unknown[] }).inputs[0]
}

/** What the administrator and keys may do once under each `Idempotency-Key`. */
export const isRepeatable = ({ _def }: AnyProcedure): boolean =>
  _def.type === 'mutation' && !(_def.meta as ProcedureMeta).hasOwnRepeats

/** What only the administrator and keys may do. */
export const isWriteOfAdministrator = ({ _def }: AnyProcedure): boolean =>
  _def.type === 'mutation' && (_def.meta as ProcedureMeta).access === 'administrator'

/** The parameters that an address of this procedure may have. */
export function parametersOf(procedure: AnyProcedure, { method, path }: { method: string; path: string }): Set<string> {
  const schema = inputOf(procedure)
  if (!hasNoBody(method) || !(schema instanceof z.ZodObject)) return new Set()
  return new Set(Object.keys(schema.shape).filter((name) => !path.includes(`{${name}}`)))
}

const hasNoBody = (method: string) => method === 'GET' || method === 'DELETE'

/** Whether an operation reads a body. */
export const takesBody = (procedure: AnyProcedure, method: string): boolean =>
  !hasNoBody(method) && inputOf(procedure) instanceof z.ZodObject

/** Merges path, query and body into the procedure's one input; nothing overrides a parameter of the path. */
export function inputReader(procedure: AnyProcedure, method: string): (request: FastifyRequest) => unknown {
  const schema = inputOf(procedure)
  if (!(schema instanceof z.ZodObject)) return () => undefined
  const readQuery = queryReader(schema)
  if (hasNoBody(method)) {
    return (request) => ({ ...readQuery(request.query as Record<string, unknown>), ...(request.params as object) })
  }
  return ({ body = {}, params }) => {
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
    const taken = Object.keys(params as object).find((name) => Object.hasOwn(body, name))
    if (taken) throw new TRPCError({ code: 'BAD_REQUEST', message: `${taken} belongs in the path, not in the body` })
    return { ...body, ...(params as object) }
  }
}
