import type { Quote } from '@marashi/domain/contracts/checkout'
import type { ErrorCode } from '@marashi/domain/contracts/error-codes'
import { TRPCError } from '@trpc/server'
import type { TRPC_ERROR_CODE_KEY } from '@trpc/server/rpc'

export interface ShopErrorDetails {
  /** A word for programs; the tRPC code unless the reason needs its own name. */
  code?: ErrorCode
  /** Per form field: what is wrong with it. */
  fields?: Record<string, string>
  /** Today's prices, where the shopper's were old. */
  quote?: Quote
  /** Goes out as the Retry-After header. */
  retryAfterSeconds?: number
}

/**
 * A refusal that the caller can act on: a sentence that says what to do next. Logged as information, never as a fault,
 * unless it has a `cause`: what failed behind it is for the log alone.
 */
export class ShopError extends TRPCError {
  readonly details: ShopErrorDetails

  constructor(
    kind: TRPC_ERROR_CODE_KEY,
    sentence: string,
    { cause, ...details }: ShopErrorDetails & { cause?: Error } = {},
  ) {
    super({ code: kind, message: sentence, cause })
    this.details = details
  }
}

export const notFound = (what: string) => new ShopError('NOT_FOUND', `${what} not found`)

/** Two tabs edited one thing: the later one read what is no longer there (decisions 38). */
export const staleEdit = (what: string) =>
  new ShopError('CONFLICT', `Somebody has saved this ${what} since you opened it. Please reload and try again.`, {
    code: 'STALE',
  })

/** The only words an unexpected failure ever shows (decisions 39). */
export const INTERNAL_ERROR_MESSAGE = 'Something went wrong on our side.'
