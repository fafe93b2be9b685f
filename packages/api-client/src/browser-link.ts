import type { AppRouter } from '@marashi/api/router'
import { httpLink, type TRPCLink } from '@trpc/client'

/** The context of one call: `{ context: { idempotencyKey } }`, see docs/behaviour.md#order-idempotency. */
export type CallContext = { idempotencyKey?: string }

/** The server ends what takes it half as long: the network has fallen silent, of which browsers say nothing for minutes. */
const answerWithinMs = 60_000

/**
 * Sends each call as one request with the visitor's cookies and these headers. The server refuses batches, so none are made.
 * A call without an answer within a minute fails as one without a network does.
 */
export function browserLink(url = '/trpc', headers: Record<string, string> = {}): TRPCLink<AppRouter> {
  return httpLink({
    url,
    fetch: (input, options) =>
      fetch(input, { ...options, signal: endingInTime(options), credentials: 'include' } as RequestInit),
    headers: ({ op }) => {
      const { idempotencyKey } = op.context as CallContext
      return idempotencyKey ? { ...headers, 'Idempotency-Key': idempotencyKey } : headers
    },
  })
}

function endingInTime(options: { signal?: AbortSignal | null } | undefined): AbortSignal {
  const limit = AbortSignal.timeout(answerWithinMs)
  const own = options?.signal
  // Chrome before 116 combines no signals: there a call that can be given up ends by that alone.
  return own ? (AbortSignal.any?.([own, limit]) ?? own) : limit
}
