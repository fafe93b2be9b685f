import type { AnyProcedure } from '@trpc/server'
import { z } from 'zod'
import type { AppRouter } from '../../../router.ts'
import type { ProcedureMeta } from '../../procedures.ts'
import type { PlainRoute } from './plain-routes.ts'

interface Definition {
  innerType?: z.ZodType
  in?: z.ZodType
}

/** What the contract of an operation, `GET /products`, says of a parameter. */
export function contractWords(
  router: AppRouter,
  plainRoutes: readonly PlainRoute[],
): (operation: string, parameter: string) => string | undefined {
  const contracts = new Map<string, z.ZodObject>()
  for (const { _def } of Object.values(router._def.procedures as unknown as Record<string, AnyProcedure>)) {
    const { openapi } = _def.meta as ProcedureMeta
    const [input] = (_def as unknown as { inputs: unknown[] }).inputs
    if (openapi && input instanceof z.ZodObject) contracts.set(`${openapi.method} ${openapi.path}`, input)
  }
  for (const { method, path, operation } of plainRoutes) {
    const query = operation.description.requestParams?.query
    if (query instanceof z.ZodObject) contracts.set(`${method.toUpperCase()} ${path}`, query)
  }
  return (operation, parameter) => wordsOf(contracts.get(operation)?.shape[parameter] as z.ZodType | undefined)
}

/** The outermost words count: `.default(…).meta(…)` says more than what is inside. */
function wordsOf(schema: z.ZodType | undefined): string | undefined {
  if (!schema) return undefined
  const { innerType, in: from } = schema._zod.def as Definition
  return schema.meta()?.description ?? wordsOf(innerType ?? from)
}
