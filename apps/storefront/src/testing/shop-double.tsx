import type { AppRouter } from '@marashi/api/router'
import { createShopQueryClient } from '@marashi/api-client/query-client'
import { trpc } from '@marashi/api-client/trpc'
import { QueryClientProvider } from '@tanstack/react-query'
import { createTRPCClient, TRPCClientError, type TRPCLink } from '@trpc/client'
import { observable } from '@trpc/server/observable'
import type { TRPCErrorResponse } from '@trpc/server/rpc'
import type { ReactNode } from 'react'

/** Answers by procedure, for example `{ 'reviews.submit': () => ({ … }) }`; throw `refusal(…)` to refuse. */
export type ShopAnswers = Record<string, (input: never) => unknown>

/** Renders a screen with a shop that gives these answers and fails at any other procedure. */
export function ShopDouble({ answers, children }: { answers: ShopAnswers; children: ReactNode }) {
  const client = createTRPCClient<AppRouter>({ links: [linkTo(answers)] })
  const queryClient = createShopQueryClient()
  return (
    <trpc.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </trpc.Provider>
  )
}

/** What the shop sends with a refusal. */
export function refusal(
  httpStatus: number,
  message: string,
  data: { code?: string; fields?: Record<string, string>; retryAfterSeconds?: number; quote?: unknown } = {},
) {
  const response = {
    error: { code: -32600, message, data: { code: 'BAD_REQUEST', httpStatus, ...data } },
  } as unknown as TRPCErrorResponse<never>
  return TRPCClientError.from(response)
}

function linkTo(answers: ShopAnswers): TRPCLink<AppRouter> {
  return () =>
    ({ op }) =>
      observable((observer) => {
        Promise.resolve()
          .then(() => {
            const answer = answers[op.path]
            if (!answer) throw new Error(`The test gives no answer to ${op.path}`)
            return answer(op.input as never)
          })
          .then(
            (data) => {
              observer.next({ result: { type: 'data', data } })
              observer.complete()
            },
            (error) => observer.error(error instanceof TRPCClientError ? error : TRPCClientError.from(error)),
          )
      })
}
