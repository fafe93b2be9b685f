import type { AppRouter } from '@marashi/api/router'
import { httpLink, TRPCClientError, type TRPCLink } from '@trpc/client'
import { observable } from '@trpc/server/observable'

/**
 * The context of one call: `{ context: { idempotencyKey } }`, see docs/behaviour.md#order-idempotency. A call with
 * `answerWithinMs` is given up after that time, as one that nobody answered.
 */
export type CallContext = { idempotencyKey?: string; answerWithinMs?: number }

/** Sends each call as one request with the visitor's cookies. The server refuses batches, so none are made. */
export function browserLink(url = '/trpc'): TRPCLink<AppRouter> {
  return withinTime(
    httpLink({
      url,
      fetch: (input, options) => fetch(input, { ...options, credentials: 'include' } as RequestInit),
      headers: ({ op }) => {
        const { idempotencyKey } = op.context as CallContext
        return idempotencyKey ? { 'Idempotency-Key': idempotencyKey } : {}
      },
    }),
  )
}

const withinTime =
  (link: TRPCLink<AppRouter>): TRPCLink<AppRouter> =>
  (runtime) => {
    const send = link(runtime)
    return (call) => {
      const { answerWithinMs } = call.op.context as CallContext
      if (answerWithinMs === undefined) return send(call)
      return observable((observer) => {
        const giveUp = () => observer.error(TRPCClientError.from(new Error(`No answer in ${answerWithinMs} ms`)))
        const timer = setTimeout(giveUp, answerWithinMs)
        const sent = send(call).subscribe(observer)
        return () => {
          clearTimeout(timer)
          sent.unsubscribe()
        }
      })
    }
  }
