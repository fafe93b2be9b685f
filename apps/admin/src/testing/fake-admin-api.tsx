import type { AppRouter } from '@marashi/api/router'
import type { CallContext } from '@marashi/api-client/browser-link'
import { createShopQueryClient } from '@marashi/api-client/query-client'
import { trpc } from '@marashi/api-client/trpc'
import { parseSearch, stringifySearch } from '@marashi/domain/rules/page-address'
import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  type RouterHistory,
  RouterProvider,
} from '@tanstack/react-router'
import { createTRPCClient, TRPCClientError, type TRPCLink } from '@trpc/client'
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server'
import { observable } from '@trpc/server/observable'
import type { TRPCErrorResponse } from '@trpc/server/rpc'
import type { ReactNode } from 'react'
import { freshAtEveryVisit } from '../lib/fresh-at-every-visit.ts'
import { sessionLink } from '../lib/session/session-link.ts'
import './browser-gaps.ts'

type Inputs = inferRouterInputs<AppRouter>
type Outputs = inferRouterOutputs<AppRouter>
type Answer<Input, Output> = (input: Input) => Output | Promise<Output>
/** Answers by router and procedure, with the types of the API; throw `refusal(…)` to refuse. */
export type FakeAnswers = {
  [Router in keyof Inputs['admin'] as `admin.${Router & string}`]?: {
    [Name in keyof Inputs['admin'][Router]]?: Answer<
      Inputs['admin'][Router][Name],
      Outputs['admin'][Router][Name & keyof Outputs['admin'][Router]]
    >
  }
} & {
  [Router in 'catalogue' | 'checkout' | 'payments']?: {
    [Name in keyof Inputs[Router]]?: Answer<Inputs[Router][Name], Outputs[Router][Name & keyof Outputs[Router]]>
  }
}

type OnCall = (path: string, context: CallContext) => void

/**
 * Renders a screen with an API that gives `answers` and fails at every other request. `at` is the address of the page, in
 * `history`; `onCall` hears of each call, with the key that it was sent under.
 */
export function FakeAdminApi({
  answers,
  at = '/',
  history = createMemoryHistory({ initialEntries: [at] }),
  onCall,
  children,
}: {
  answers: FakeAnswers
  at?: string
  history?: RouterHistory
  onCall?: OnCall
  children: ReactNode
}) {
  const client = createTRPCClient<AppRouter>({ links: [sessionLink, linkTo(answers, onCall)] })
  const queryClient = createShopQueryClient()
  freshAtEveryVisit(queryClient)
  const router = createRouter({
    routeTree: createRootRoute({ component: () => children }),
    history,
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

/** The error that the API sends when it refuses. */
export function refusal(
  httpStatus: number,
  message: string,
  fields: Record<string, string> = {},
  code = httpStatus === 409 ? 'CONFLICT' : 'BAD_REQUEST',
) {
  const data = { code, httpStatus, fields }
  const response = { error: { code: -32600, message, data } } as unknown as TRPCErrorResponse<never>
  return TRPCClientError.from(response)
}

function linkTo(answers: FakeAnswers, onCall?: OnCall): TRPCLink<AppRouter> {
  return () =>
    ({ op }) =>
      observable((observer) => {
        onCall?.(op.path, op.context as CallContext)
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
  const router = (answers as Record<string, Record<string, Answer<unknown, unknown>>>)[path.slice(0, dot)]
  const answer = router?.[path.slice(dot + 1)]
  if (!answer) throw new Error(`The test gives no answer for ${path}`)
  return answer
}
