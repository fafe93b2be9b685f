import type { Quote } from '@marashi/domain/contracts/checkout'
import { TRPCClientError } from '@trpc/client'

export type Failure = {
  /** "409: The price has changed"; the number is 0 when no answer came. See docs/behaviour.md#error-body. */
  message: string
  /** The message for the screen, without the number. Empty when no answer came. */
  text: string
  /** The HTTP status, 0 when no answer came. */
  status: number
  /** The error code, `OFFLINE` when no answer came. */
  code: string
  /** The error of each field. */
  fields: Record<string, string>
  /** With PRICE_CHANGED and PRODUCT_UNAVAILABLE: today's prices. */
  quote?: Quote
  /** Seconds until the same call may succeed, where the shop names them. */
  retryAfterSeconds?: number
  requestId?: string
}

/** Whether a call to the shop failed because no answer came; false for an error of the page itself. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof TRPCClientError && !error.data
}

/** Whether it may have been done all the same: no answer came, or the shop failed or ran out of time. */
export function mayBeDone({ status }: Failure): boolean {
  return status === 0 || status >= 500
}

/** Reads what a call threw; never throws itself. */
export function failureOf(error: unknown): Failure {
  const data = error instanceof TRPCClientError ? (error.data as Partial<ServerData> | null | undefined) : undefined
  if (!data) return { message: '0: No answer', text: '', status: 0, code: 'OFFLINE', fields: {} }
  const text = (error as Error).message
  const status = data.httpStatus ?? 500
  return {
    message: `${status}: ${text}`,
    text,
    status,
    code: data.code ?? 'INTERNAL_SERVER_ERROR',
    fields: data.fields ?? {},
    ...(data.quote && { quote: data.quote }),
    ...(data.retryAfterSeconds !== undefined && { retryAfterSeconds: data.retryAfterSeconds }),
    ...(data.requestId && { requestId: data.requestId }),
  }
}

type ServerData = {
  code: string
  httpStatus: number
  fields: Record<string, string>
  quote: Quote
  retryAfterSeconds: number
  requestId: string
}
