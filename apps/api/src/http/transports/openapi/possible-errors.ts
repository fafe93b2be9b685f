import { type ErrorCode, errorStatuses } from '@marashi/domain/contracts/error-codes'
import type { Operation } from './operations.ts'

/** Every request may fail with these: slow arrival, too large headers, an internal error, a shop that is too busy. */
const always: ErrorCode[] = ['REQUEST_TIMEOUT', 'HPE_HEADER_OVERFLOW', 'INTERNAL_SERVER_ERROR', 'SERVICE_UNAVAILABLE']

/** Fastify parses the body of every write, also where the operation has none. */
const ofBodies: ErrorCode[] = [
  'FST_ERR_CTP_INVALID_JSON_BODY',
  'FST_ERR_CTP_BODY_TOO_LARGE',
  'FST_ERR_CTP_INVALID_MEDIA_TYPE',
]

/** What an `Idempotency-Key` may be answered with. */
const ofRepeats: ErrorCode[] = ['IDEMPOTENCY_KEY_REUSED', 'REQUEST_RUNNING', 'ANSWER_NOT_KEPT']

/** Every code that an operation can answer, by status. */
export function possibleErrors({
  method,
  access,
  area,
  errors,
  isGatewayHook,
  repeats,
}: Operation): Record<number, ErrorCode[]> {
  const codes: ErrorCode[] = [...errors]
  // A key without the scope is refused; so is a browser of another site that writes.
  if (access === 'administrator') codes.push('UNAUTHORIZED', 'FORBIDDEN')
  if (access === 'administrator' && area !== 'session') codes.push('TOO_MANY_REQUESTS')
  if (repeats === 'write') codes.push(...ofRepeats)
  // Gateways may send any content type from any origin.
  if (isGatewayHook) codes.push('FST_ERR_CTP_BODY_TOO_LARGE', 'TOO_MANY_REQUESTS')
  else if (method !== 'get') codes.push(...(access === 'administrator' ? [] : (['FORBIDDEN'] as const)), ...ofBodies)
  codes.push(...always)
  const byStatus: Record<number, ErrorCode[]> = {}
  for (const code of new Set(codes)) {
    byStatus[errorStatuses[code]] ??= []
    byStatus[errorStatuses[code]]?.push(code)
  }
  return byStatus
}
