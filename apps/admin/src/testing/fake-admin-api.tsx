import type { AppRouter } from '@marashi/api/router'
import { createShopQueryClient } from '@marashi/api-client/query-client'
import { trpc } from '@marashi/api-client/trpc'
import { parseSearch, stringifySearch } from '@marashi/domain/rules/page-address'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { createTRPCClient, TRPCClientError, type TRPCLink } from '@trpc/client'
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server'
import { observable } from '@trpc/server/observable'
import type { TRPCErrorResponse } from '@trpc/server/rpc'
import type { ReactNode } from 'react'
import './browser-gaps.ts'

type Inputs = inferRouterInputs<AppRouter>
type Outputs = inferRouterOutputs<AppRouter>
type Answer<Input, Output> = (input: Input) => Output | Promise<Output>
/** Answers by router and procedure, typed as the shop's own; throw `refusal(…)` to refuse. */
export type FakeAnswers = {
  [Room in keyof Inputs['admin'] as `admin.${Room & string}`]?: {
    [Name in keyof Inputs['admin'][Room]]?: Answer<
      Inputs['admin'][Room][Name],
      Outputs['admin'][Room][Name & keyof Outputs['admin'][Room]]
    >
  }
} & {
  [Room in 'catalogue' | 'checkout']?: {
    [Name in keyof Inputs[Room]]?: Answer<Inputs[Room][Name], Outputs[Room][Name & keyof Outputs[Room]]>
  }
}

/**
 * Puts a screen in front of a shop that gives the answers it is told to, and fails at any other question; `at` is the
 * address that it is opened with.
 */
export function FakeAdminApi({
  answers,
  at = '/',
  children,
}: {
  answers: FakeAnswers
  at?: string
  children: ReactNode
}) {
  const client = createTRPCClient<AppRouter>({ links: [linkTo(answers)] })
  const queryClient = createShopQueryClient()
  const router = createRouter({
    routeTree: createRootRoute({ component: () => children }),
    history: createMemoryHistory({ initialEntries: [at] }),
    parseSearch,
    stringifySearch,
  })
  return (
    <trpc.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </trpc.Provider>
  )
}

/** What the shop sends when it says no. */
export function refusal(
  httpStatus: number,
  sentence: string,
  fields: Record<string, string> = {},
  code = httpStatus === 409 ? 'CONFLICT' : 'BAD_REQUEST',
) {
  const data = { code, httpStatus, fields }
  const response = { error: { code: -32600, message: sentence, data } } as unknown as TRPCErrorResponse<never>
  return TRPCClientError.from(response)
}

function linkTo(answers: FakeAnswers): TRPCLink<AppRouter> {
  return () =>
    ({ op }) =>
      observable((observer) => {
        Promise.resolve()
          .then(() => answerTo(answers, op.path)(op.input))
          .then(
            (data) => {
              observer.next({ result: { type: 'data', data } })
              observer.complete()
            },
            (error) => observer.error(error instanceof TRPCClientError ? error : TRPCClientError.from(error)),
          )
      })
}

function answerTo(answers: FakeAnswers, path: string): Answer<unknown, unknown> {
  const dot = path.lastIndexOf('.')
  const room = (answers as Record<string, Record<string, Answer<unknown, unknown>>>)[path.slice(0, dot)]
  const answer = room?.[path.slice(dot + 1)]
  if (!answer) throw new Error(`Nobody told the shop what to answer to ${path}`)
  return answer
}
