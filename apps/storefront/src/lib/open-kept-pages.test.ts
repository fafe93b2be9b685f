import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { TRPCClientError } from '@trpc/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openKeptPages } from './open-kept-pages.ts'

const key = [['catalogue', 'products'], { type: 'query' }]
const reload = vi.fn()
const abortion = new AbortController()

beforeEach(() => {
  reload.mockClear()
  vi.stubGlobal('location', { href: 'https://shop.test/shop', pathname: '/shop', search: '', reload })
  vi.stubGlobal('navigator', { serviceWorker: { controller: {} } })
  vi.stubGlobal('caches', { match: async () => new Response('kept') })
  vi.stubGlobal('performance', { getEntriesByType: () => [{ type: 'navigate' }], now: () => 60_000 })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

it('a grid that no answer came for opens its kept page, also where the network takes every request and answers none', async () => {
  const limits: number[] = []
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    limits.push(ms)
    return abortion.signal
  })
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit = {}) => {
    const { promise, reject } = Promise.withResolvers<Response>()
    signal?.addEventListener('abort', () => reject(signal.reason))
    return promise
  })
  await failGrid(undefined)
  await vi.waitFor(() => expect(limits).toEqual([5_000]))
  expect(reload).not.toHaveBeenCalled()
  abortion.abort()
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
})

it('a grid that shows its products stays when they are asked for anew in vain', async () => {
  const ask = vi.fn(() => Promise.reject(new TypeError('no connection')))
  vi.stubGlobal('fetch', ask)
  await failGrid({ data: [] })
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect([ask.mock.calls.length, reload.mock.calls.length]).toEqual([0, 0])
})

/** Asks in vain for the products of a grid that shows these. */
async function failGrid(shown: object | undefined): Promise<void> {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })
  if (shown) queryClient.setQueryData(key, shown)
  openKeptPages({ state: { matches: [] }, subscribe: () => () => undefined } as never, queryClient)
  const queryFn = () => Promise.reject(TRPCClientError.from(new TypeError('Failed to fetch')))
  const grid = new QueryObserver(queryClient, { queryKey: key, queryFn })
  grid.subscribe(() => undefined)
  await grid.refetch()
}
