import type { KeyArea } from '@marashi/domain/contracts/api-keys'
import type { ErrorCode } from '@marashi/domain/contracts/error-codes'
import type { AnyProcedure } from '@trpc/server'
import type { AppRouter } from '../../../router.ts'
import { type AccessRule, areaOf } from '../../access-policy.ts'
import type { LimitName } from '../../limits/limit-table.ts'
import type { ProcedureMeta } from '../../procedures.ts'
import type { Access } from '../../rest-operation.ts'
import { isRepeatable } from '../procedure-input.ts'
import { takesVersion, versionPathOf } from '../versions.ts'
import type { Method } from './method.ts'
import type { PlainRoute } from './plain-routes.ts'

/** What the document derives the description of one method of one path from, for procedures and plain routes. */
export interface Operation {
  path: string
  method: Method
  access: Access
  /** Whose scope lets a key in, where not anybody may call it. */
  area: AccessRule
  readsSession: boolean
  /** Where not anybody may call it with a key: the area that a key writes in. */
  areaOfKeys?: KeyArea | undefined
  errors: readonly ErrorCode[]
  limits: readonly LimitName[]
  /** An `Idempotency-Key` makes it repeatable: an order by its own keys, other writes by those of the transport. */
  repeats: 'order' | 'write' | false
  /** A write that `If-Match` may guard. */
  takesIfMatch: boolean
  /** A read with the version of one record as its `ETag`. */
  isVersioned: boolean
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

function operationOfProcedure([name, procedure]: [string, AnyProcedure]): Operation[] {
  const {
    openapi,
    access,
    areaOfKeys,
    readsSession = false,
    errors = [],
    limits: onArrival = [],
    limitsOfVerb = [],
    status = 200,
    isShared = false,
  } = procedure._def.meta as ProcedureMeta
  if (!openapi || !access) return []
  const isOrder = openapi.requestHeaders !== undefined && 'Idempotency-Key' in openapi.requestHeaders.shape
  // A key of the API that has ended is nobody's, also where anybody may write.
  const ofKeys: ErrorCode[] = access === 'anybody' && procedure._def.type === 'mutation' ? ['UNAUTHORIZED'] : []
  const limits = [...onArrival, ...limitsOfVerb]
  const refusals: ErrorCode[] = limits.length > 0 ? [...errors, 'TOO_MANY_REQUESTS'] : [...errors]
  return [
    {
      path: openapi.path,
      method: openapi.method.toLowerCase() as Method,
      access,
      area: areaOf(name),
      readsSession,
      areaOfKeys,
      // An address may have a parameter too many, also where the operation takes none.
      errors: ['BAD_REQUEST', ...ofKeys, ...refusals],
      limits,
      repeats: isOrder ? 'order' : isRepeatable(procedure) && 'write',
      takesIfMatch: takesVersion(procedure),
      isVersioned: versionPathOf(procedure) !== undefined,
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
  limits: operation.limits ?? [],
  // Its files are read by addFileRoute.
  repeats: operation.access === 'administrator' && method !== 'get' && 'write',
  takesIfMatch: false,
  isVersioned: false,
  status: 200,
  isShared: false,
  isGatewayHook,
  isPlain: true,
})
