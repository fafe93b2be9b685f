import type { ErrorCode } from '@marashi/domain/contracts/error-codes'
import type { AnyProcedure } from '@trpc/server'
import type { AppRouter } from '../../../router.ts'
import { areaOf, type Let } from '../../access-policy.ts'
import type { ProcedureMeta } from '../../procedures.ts'
import type { Access } from '../../rest-operation.ts'
import type { Method } from './method.ts'
import type { PlainRoute } from './plain-routes.ts'

/** What the document derives the description of one method of one path from, for procedures and plain routes. */
export interface Operation {
  path: string
  method: Method
  access: Access
  /** Whose scope lets a key in, where not anybody may call it. */
  area: Let
  readsSession: boolean
  errors: readonly ErrorCode[]
  /** The status of success. */
  status: number
  isShared: boolean
  isGatewayHook: boolean
  isPlain: boolean
}

export function operationsOf(router: AppRouter, plainRoutes: readonly PlainRoute[]): Operation[] {
  const procedures = Object.entries(router._def.procedures as unknown as Record<string, AnyProcedure>)
  return [...procedures.flatMap(operationOfProcedure), ...plainRoutes.map(operationOfRoute)]
}

function operationOfProcedure([name, { _def }]: [string, AnyProcedure]): Operation[] {
  const {
    openapi,
    access,
    readsSession = false,
    errors = [],
    limits = [],
    status = 200,
    isShared = false,
  } = _def.meta as ProcedureMeta
  if (!openapi || !access) return []
  const { inputs } = _def as unknown as { inputs: unknown[] }
  const refusals: ErrorCode[] = limits.length > 0 ? [...errors, 'TOO_MANY_REQUESTS'] : [...errors]
  return [
    {
      path: openapi.path,
      method: openapi.method.toLowerCase() as Method,
      access,
      area: areaOf(name),
      readsSession,
      errors: inputs.length > 0 ? ['BAD_REQUEST', ...refusals] : refusals,
      status,
      isShared,
      isGatewayHook: false,
      isPlain: false,
    },
  ]
}

const operationOfRoute = ({ path, method, operation, isGatewayHook }: PlainRoute): Operation => ({
  path,
  method,
  access: operation.access,
  area: operation.area ?? 'session',
  readsSession: false,
  errors: operation.errors ?? [],
  status: 200,
  isShared: false,
  isGatewayHook,
  isPlain: true,
})
