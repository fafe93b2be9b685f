import { callTRPCProcedure, getTRPCErrorFromUnknown, getTRPCErrorShape } from '@trpc/server'
import type { Context } from '../http/context.ts'
import type { AppRouter } from '../router.ts'

/** One call of a page, such as `catalogue.product`. */
export interface PageCall {
  path: string
  type: 'query' | 'mutation' | 'subscription'
  input: unknown
}

/** Data, or the error as a browser would receive it. */
export type PageAnswer = { data: unknown } | { error: object }

interface CallOptions {
  createContext: () => Context
  /** Called with everything that a procedure throws, refusals included. */
  onError: (error: unknown) => void
}

/** How a page that is rendered here calls procedures; each call has a context of its own. */
export function callProcedures(router: AppRouter, { createContext, onError }: CallOptions) {
  return async ({ path, type, input }: PageCall): Promise<PageAnswer> => {
    const ctx = createContext()
    try {
      const getRawInput = async () => input
      const data = await callTRPCProcedure({ router, path, type, ctx, getRawInput, signal: undefined, batchIndex: 0 })
      return { data }
    } catch (cause) {
      const error = getTRPCErrorFromUnknown(cause)
      onError(error)
      return { error: getTRPCErrorShape({ config: router._def._config, error, type, path, input, ctx }) }
    }
  }
}
