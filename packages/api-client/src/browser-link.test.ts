import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { browserLink } from './browser-link.ts'
import { failureOf } from './failure.ts'
import { createShopClient } from './trpc.ts'

/** A connection that the network has dropped without telling: nothing ever comes. */
const silent = vi.fn(
  (_address: string, { signal }: RequestInit) =>
    new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
)

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', silent)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('gives up a call that is to be answered within a time, so that it can be made again', async () => {
  const { client } = createShopClient([browserLink()])
  const id = '00000000-0000-4000-8000-000000000007'
  const asked = client.orders.paymentStatus.query({ id }, { context: { answerWithinMs: 10_000 } })
  const failure = asked.then(() => undefined, failureOf)
  await vi.advanceTimersByTimeAsync(9_999)
  const { signal } = silent.mock.lastCall?.[1] ?? {}
  expect(signal?.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(await failure).toMatchObject({ status: 0, code: 'OFFLINE' })
  expect(signal?.aborted).toBe(true)
})
