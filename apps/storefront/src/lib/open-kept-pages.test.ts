import { QueryClient } from '@tanstack/react-query'
import { TRPCClientError } from '@trpc/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
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

/** A tab that was loaded at `first`, with a network that is gone; `/product/1` is kept. */
function openTab(first: string, { isReloaded = false } = {}) {
  const place = { href: '', pathname: '', search: '', reload: vi.fn() }
  const goTo = (path: string) => Object.assign(place, { href: `https://shop.test${path}`, pathname: path })
  goTo(first)
  const network = vi.fn(async () => Promise.reject(new TypeError('no connection')) as Promise<Response>)
  vi.stubGlobal('location', place)
  vi.stubGlobal('fetch', network)
  vi.stubGlobal('navigator', { serviceWorker: { controller: {} } })
  vi.stubGlobal('caches', { match: async (path: string) => (path === '/product/1' ? new Response('') : undefined) })
  const type = isReloaded ? 'reload' : 'navigate'
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type, name: place.href } as never])
  const listeners: [string, (event: unknown) => void][] = []
  const router = {
    state: { matches: [] as { error?: unknown }[] },
    subscribe: (type: string, listener: () => void) => listeners.push([type, listener]),
  }
  const emit = (type: string, event: unknown) => {
    for (const [each, listener] of listeners) if (each === type) listener(event)
  }
  openKeptPages(router as never, new QueryClient())
  const resolve = async (path: string, error?: unknown) => {
    emit('onBeforeNavigate', { hrefChanged: !place.href.endsWith(path) })
    goTo(path)
    router.state.matches = [{ error }]
    emit('onResolved', {})
    await vi.advanceTimersByTimeAsync(0)
  }
  return {
    reload: place.reload,
    show: (path: string) => resolve(path),
    fail: (path: string) => resolve(path, new TRPCClientError('no answer')),
    answer: () => network.mockResolvedValue(new Response('')),
  }
}
