import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { keepOffline } from './keep-offline.ts'

afterEach(() => vi.unstubAllGlobals())

it('a page that the worker made from an old copy asks anew for what it shows of the catalogue', async () => {
  const { send, sent, queryClient } = await openWithWorker()
  expect(sent).toEqual(['outdated'])
  const product = [['catalogue', 'product'], { input: { id: '1' }, type: 'query' }]
  const reviews = [['reviews', 'forProduct'], { input: { id: '1' }, type: 'query' }]
  const order = [['orders', 'page'], { type: 'query' }]
  for (const key of [product, reviews, order]) queryClient.setQueryData(key, {})
  send('anything else')
  expect(outdatedOf(queryClient)).toEqual([])
  send('outdated')
  expect(outdatedOf(queryClient)).toEqual([product, reviews])
})

describe('what the page shows of the catalogue', () => {
  const key = [['catalogue', 'product'], { input: { id: '1' }, type: 'query' }]
  const show = async (network: () => Promise<Response>) => {
    const fetched = vi.fn(network)
    vi.stubGlobal('fetch', fetched)
    const { send, queryClient } = await openWithWorker()
    queryClient.setQueryData(key, 'Ksh 4,500')
    const inWorker = async () => 'Ksh 4,000, which is older'
    const stop = new QueryObserver(queryClient, {
      queryKey: key,
      queryFn: inWorker,
      staleTime: Number.POSITIVE_INFINITY,
    }).subscribe(() => undefined)
    send('outdated')
    await new Promise((resolve) => setTimeout(resolve, 20))
    stop()
    return { fetched, shown: queryClient.getQueryData(key) }
  }

  it('is asked of the shop itself, not of what the worker keeps', async () => {
    const { fetched, shown } = await show(async () => Response.json({ result: { data: 'Ksh 5,000' } }))
    expect(shown).toBe('Ksh 5,000')
    const [url, options] = fetched.mock.calls[0] as unknown as [string, RequestInit]
    expect(url).toBe(`/trpc/catalogue.product?input=${encodeURIComponent('{"id":"1"}')}`)
    expect(new Headers(options.headers).get('cache-control')).toBe('no-cache')
  })

  it('stays as it is where the shop does not answer', async () => {
    const { shown } = await show(() => Promise.reject(new TypeError('no connection')))
    expect(shown).toBe('Ksh 4,500')
  })
})

const outdatedOf = (queryClient: QueryClient) =>
  queryClient
    .getQueryCache()
    .findAll({ predicate: ({ state }) => state.isInvalidated })
    .map(({ queryKey }) => queryKey)

async function openWithWorker() {
  const sent: unknown[] = []
  const serviceWorker = Object.assign(new EventTarget(), {
    ready: Promise.resolve(),
    register: async () => ({ active: { postMessage: () => undefined } }),
    controller: { postMessage: (message: unknown) => sent.push(message) },
  })
  vi.stubGlobal('navigator', { serviceWorker })
  const queryClient = new QueryClient()
  const router = { subscribe: () => () => undefined, state: { matches: [], location: { href: '/' } } }
  await keepOffline(router as never, queryClient)
  const send = (data: unknown) => serviceWorker.dispatchEvent(new MessageEvent('message', { data }))
  return { send, sent, queryClient }
}
