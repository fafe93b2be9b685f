import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
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
