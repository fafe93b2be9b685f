import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { dehydrateQueries, hydrateQueries } from './hydration.ts'
import { createShopQueryClient } from './query-client.ts'

describe('queries that are sent with a page', () => {
  it('need no request in the browser', async () => {
    const server = new QueryClient()
    const key = [['catalogue', 'shop'], { type: 'query' }]
    await server.fetchQuery({ queryKey: key, queryFn: () => ({ name: 'Marashi' }) })
    const browser = createShopQueryClient()
    hydrateQueries(browser, JSON.parse(JSON.stringify(dehydrateQueries(server))))
    expect(browser.getQueryData(key)).toEqual({ name: 'Marashi' })
    server.clear()
    browser.clear()
  })

  it('leave out what failed and what is still pending', async () => {
    const server = new QueryClient({ defaultOptions: { queries: { retry: false } } })
    await server.prefetchQuery({ queryKey: ['failed'], queryFn: () => Promise.reject(new Error('no')) })
    void server.prefetchQuery({ queryKey: ['pending'], queryFn: () => new Promise(() => undefined) })
    expect(dehydrateQueries(server)).toEqual([])
    server.clear()
  })
})

describe('how long the data of a query counts as fresh', () => {
  const client = createShopQueryClient()
  const staleTimeOf = (path: string[]) =>
    client.defaultQueryOptions({ queryKey: [path, { type: 'query' }] }).staleTime as number

  it.each([
    [['catalogue', 'products'], 5 * 60_000],
    [['catalogue', 'product'], 5 * 60_000],
    [['catalogue', 'categories'], 10 * 60_000],
    [['reviews', 'forProduct'], Number.POSITIVE_INFINITY],
  ])('%j: %d ms', (path, expected) => {
    expect(staleTimeOf(path)).toBe(expected)
  })
})
