import type { Quote } from '@marashi/domain/contracts/checkout'
import type { ErrorCode } from '@marashi/domain/contracts/error-codes'
import { TRPCError } from '@trpc/server'
import type { TRPC_ERROR_CODE_KEY } from '@trpc/server/rpc'

interface ShopErrorDetails {
  /** The code for programs; the tRPC code unless the reason needs its own. */
  code?: ErrorCode
  /** Per form field: what is wrong with it. */
  fields?: Record<string, string>
  /** Today's prices, where the shopper saw older ones. */
  quote?: Quote
  /** Sent as the Retry-After header. */
  retryAfterSeconds?: number
}

/**
 * A refusal that the caller can act on: its message says what to do next. Logged as information, never as a fault,
 * unless it has a `cause`, which is for the log alone.
 */
export class ShopError extends TRPCError {
  readonly details: ShopErrorDetails

  constructor(
    kind: TRPC_ERROR_CODE_KEY,
    message: string,
    { cause, ...details }: ShopErrorDetails & { cause?: Error } = {},
  ) {
    super({ code: kind, message, cause })
    this.details = details
  }
}

export const notFound = (what: string) => new ShopError('NOT_FOUND', `${what} not found`)

/** Two tabs edited one row: the later edit was based on the older version. See docs/behaviour.md#stale-edits. */
export const staleEdit = (what: string) =>
  new ShopError('CONFLICT', `Somebody has saved this ${what} since you opened it. Please reload and try again.`, {
    code: 'STALE',
  })

/** The only message of an unexpected failure, see docs/behaviour.md#error-body. */
export const INTERNAL_ERROR_MESSAGE = 'Something went wrong on our side.'

/** What a shop says that has more to do than it can at the moment. */
export const BUSY_MESSAGE = 'The shop is very busy. Please try again in a moment.'
