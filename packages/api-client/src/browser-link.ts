import type { AppRouter } from '@marashi/api/router'
import { httpLink, type TRPCLink } from '@trpc/client'

/** The context of one call: `{ context: { idempotencyKey } }`, see docs/behaviour.md#order-idempotency. */
export type CallContext = { idempotencyKey?: string }

/** Sends each call as one request with the visitor's cookies. The server refuses batches, so none are made. */
export function browserLink(url = '/trpc'): TRPCLink<AppRouter> {
  return httpLink({
    url,
    fetch: (input, options) => fetch(input, { ...options, credentials: 'include' } as RequestInit),
    headers: ({ op }) => {
      const { idempotencyKey } = op.context as CallContext
      return idempotencyKey ? { 'Idempotency-Key': idempotencyKey } : {}
    },
  })
}
