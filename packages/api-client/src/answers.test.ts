import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { answersOf, takeAnswers } from './answers.ts'
import { createShopQueryClient } from './query-client.ts'

describe('answers that travel with a page', () => {
  it('are known to the browser without asking', async () => {
    const server = new QueryClient()
    const key = [['catalogue', 'shop'], { type: 'query' }]
    await server.fetchQuery({ queryKey: key, queryFn: () => ({ name: 'Marashi' }) })
    const browser = createShopQueryClient()
    takeAnswers(browser, JSON.parse(JSON.stringify(answersOf(server))))
    expect(browser.getQueryData(key)).toEqual({ name: 'Marashi' })
    server.clear()
    browser.clear()
  })

  it('leave out what failed and what is still asked', async () => {
    const server = new QueryClient({ defaultOptions: { queries: { retry: false } } })
    await server.prefetchQuery({ queryKey: ['failed'], queryFn: () => Promise.reject(new Error('no')) })
    void server.prefetchQuery({ queryKey: ['asked'], queryFn: () => new Promise(() => undefined) })
    expect(answersOf(server)).toEqual([])
    server.clear()
  })
})

describe('how long an answer counts as fresh (specification §9)', () => {
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
