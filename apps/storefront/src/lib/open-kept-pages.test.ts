import { shownToast } from '@marashi/ui/toast'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { TRPCClientError } from '@trpc/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openKeptPages } from './open-kept-pages.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('a link to a page that no answer comes for opens the kept one', async () => {
  const tab = openTab('/')
  await tab.fail('/product/1')
  expect(tab.reload).toHaveBeenCalledOnce()
})

it('stays on the failure where nothing is kept, and where the shop answers', async () => {
  const tab = openTab('/')
  await tab.fail('/product/2')
  tab.answer()
  await tab.fail('/product/1')
  expect(tab.reload).not.toHaveBeenCalled()
})

it('a kept page that says no more than itself is not loaded again and again, however late its own failure is', async () => {
  const tab = openTab('/product/1', { isReloaded: true })
  await vi.advanceTimersByTimeAsync(60_000)
  await tab.fail('/product/1')
  expect(tab.reload).not.toHaveBeenCalled()
})

it('a page that was opened again is opened once more when a link leads back to it in vain', async () => {
  const tab = openTab('/product/1', { isReloaded: true })
  await tab.show('/')
  await tab.fail('/product/1')
  expect(tab.reload).toHaveBeenCalledOnce()
})

describe('a link that a silent network leaves without an answer', () => {
  const isSaid = () => shownToast()?.title === 'The network does not answer.'

  it('opens the kept page after as long as the service worker waits', async () => {
    const tab = openTab('/')
    await tab.follow('/product/1')
    await vi.advanceTimersByTimeAsync(4_900)
    expect(tab.reload).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(tab.reload).toHaveBeenCalledOnce()
    expect(isSaid()).toBe(false)
  })

  it('says so where nothing is kept, until the answer comes late', async () => {
    const tab = openTab('/')
    await tab.follow('/product/2')
    await vi.advanceTimersByTimeAsync(6_000)
    expect(isSaid()).toBe(true)
    expect(tab.reload).not.toHaveBeenCalled()
    await tab.show('/product/2')
    expect(isSaid()).toBe(false)
  })

  it('says nothing where the answer is in time, or where the shopper has gone elsewhere', async () => {
    const tab = openTab('/')
    await tab.follow('/product/2')
    await vi.advanceTimersByTimeAsync(4_000)
    await tab.follow('/product/3')
    await vi.advanceTimersByTimeAsync(4_000)
    expect(isSaid()).toBe(false)
    await tab.show('/product/3')
    await vi.advanceTimersByTimeAsync(10_000)
    expect(isSaid()).toBe(false)
  })

  it('asks once more when the shopper tries again, and says so again', async () => {
    const tab = openTab('/')
    const asked = vi.fn(() => new Promise(() => undefined))
    const ask = () => void tab.queryClient.fetchQuery({ queryKey: [['catalogue', 'product']], queryFn: asked })
    ask()
    tab.invalidate.mockImplementation(ask)
    await tab.follow('/product/2')
    await vi.advanceTimersByTimeAsync(6_000)
    shownToast()?.action?.onAction()
    await vi.advanceTimersByTimeAsync(0)
    expect(asked).toHaveBeenCalledTimes(2)
    expect(isSaid()).toBe(false)
    await vi.advanceTimersByTimeAsync(6_000)
    expect(isSaid()).toBe(true)
    await tab.show('/product/2')
  })

  it('opens the kept results of a search that the grid waits for', async () => {
    const tab = openTab('/')
    await tab.show('/product/1')
    const observer = new QueryObserver(tab.queryClient, {
      queryKey: [['catalogue', 'products'], {}],
      queryFn: () => new Promise(() => undefined),
    })
    const stop = observer.subscribe(() => undefined)
    await vi.advanceTimersByTimeAsync(6_000)
    expect(tab.reload).toHaveBeenCalledOnce()
    stop()
  })

  it('leaves an order to what the worker has kept of it', async () => {
    const tab = openTab('/')
    await tab.follow('/order/secret')
    await vi.advanceTimersByTimeAsync(6_000)
    expect(tab.reload).not.toHaveBeenCalled()
    expect(isSaid()).toBe(true)
    await tab.show('/order/secret')
  })
})

/** A tab that was loaded at `first`, with a network that is gone; `/product/1` and an order's page are kept. */
function openTab(first: string, { isReloaded = false } = {}) {
  const keptPages = ['/product/1', '/order/secret']
  const place = { href: '', pathname: '', search: '', reload: vi.fn() }
  const goTo = (path: string) => Object.assign(place, { href: `https://shop.test${path}`, pathname: path })
  goTo(first)
  const network = vi.fn(async () => Promise.reject(new TypeError('no connection')) as Promise<Response>)
  vi.stubGlobal('location', place)
  vi.stubGlobal('fetch', network)
  vi.stubGlobal('navigator', { serviceWorker: { controller: {} } })
  vi.stubGlobal('caches', { match: async (path: string) => (keptPages.includes(path) ? new Response('') : undefined) })
  const type = isReloaded ? 'reload' : 'navigate'
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type, name: place.href } as never])
  const listeners: [string, (event: unknown) => void][] = []
  const router = {
    state: { matches: [] as { error?: unknown }[], status: 'idle' },
    invalidate: vi.fn(),
    subscribe: (type: string, listener: () => void) => listeners.push([type, listener]),
  }
  const emit = (type: string, event: unknown) => {
    for (const [each, listener] of listeners) if (each === type) listener(event)
  }
  const queryClient = new QueryClient()
  openKeptPages(router as never, queryClient)
  const follow = async (path: string) => {
    const hrefChanged = place.pathname !== path
    goTo(path)
    emit('onBeforeNavigate', { hrefChanged })
    emit('onBeforeLoad', { hrefChanged })
    router.state.status = 'pending'
    await vi.advanceTimersByTimeAsync(0)
  }
  const resolve = async (path: string, error?: unknown) => {
    await follow(path)
    router.state.matches = [{ error }]
    router.state.status = 'idle'
    emit('onResolved', {})
    await vi.advanceTimersByTimeAsync(0)
  }
  return {
    queryClient,
    reload: place.reload,
    invalidate: router.invalidate,
    follow,
    show: (path: string) => resolve(path),
    fail: (path: string) => resolve(path, new TRPCClientError('no answer')),
    answer: () => network.mockResolvedValue(new Response('')),
  }
}
