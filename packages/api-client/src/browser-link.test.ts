import { afterEach, expect, it, vi } from 'vitest'
import { browserLink } from './browser-link.ts'
import { failureOf } from './failure.ts'
import { createShopClient } from './trpc.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** A network that takes every request and answers none. */
function fallSilent() {
  const minute = new AbortController()
  const limits: number[] = []
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    limits.push(ms)
    return minute.signal
  })
  vi.stubGlobal('fetch', (_url: string, { signal }: RequestInit) => {
    const { promise, reject } = Promise.withResolvers<Response>()
    signal?.addEventListener('abort', () => reject(signal.reason))
    return promise
  })
  return { limits, passMinute: () => minute.abort(new DOMException('The operation timed out.', 'TimeoutError')) }
}

const client = () => createShopClient([browserLink('http://shop.test/trpc')]).client

it('gives up a call that nobody answers within a minute, as one without a network', async () => {
  const { limits, passMinute } = fallSilent()
  const failed = client().payments.methods.query().catch(failureOf)
  await expect.poll(() => limits).toEqual([60_000])
  passMinute()
  expect(await failed).toMatchObject({ status: 0, code: 'OFFLINE', text: '' })
})

it('gives up at once what whoever asked gives up', async () => {
  const { limits } = fallSilent()
  const asked = new AbortController()
  const failed = client().payments.methods.query(undefined, { signal: asked.signal }).catch(failureOf)
  await expect.poll(() => limits).toEqual([60_000])
  asked.abort()
  expect(await failed).toMatchObject({ status: 0 })
})
