import { createTRPCClient } from '@trpc/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { liveLink } from './live-link.ts'
import { setShopClock, shopNow, subscribeToShopClock } from './shop-clock.ts'

const shopTime = new Date('2026-11-21T06:05:00Z')
const dayMs = 24 * 60 * 60_000

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => {
  setShopClock(answerAt(new Date()))
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function answerAt(at: Date): Response {
  return Response.json({ result: { data: null } }, { headers: { date: at.toUTCString() } })
}

async function ask(at: Date) {
  vi.stubGlobal('fetch', async () => answerAt(at))
  await createTRPCClient({ links: [liveLink('http://shop.test/trpc')] }).admin.dashboard.overview.query()
}

it('is the shop’s time on a device whose date is a day ahead, also once that is put right', async () => {
  vi.setSystemTime(shopTime.getTime() + dayMs)
  const listener = vi.fn()
  const stop = subscribeToShopClock(listener)
  await ask(shopTime)
  expect(new Date(shopNow())).toEqual(shopTime)
  expect(listener).toHaveBeenCalledOnce()
  vi.setSystemTime(shopTime)
  await ask(shopTime)
  expect(new Date(shopNow())).toEqual(shopTime)
  stop()
})

it('is the device’s time where that is right, whatever the way takes, and where an answer names none', async () => {
  vi.setSystemTime(shopTime)
  await ask(new Date(shopTime.getTime() - 30_000))
  expect(shopNow()).toBe(shopTime.getTime())
  setShopClock(new Response())
  expect(shopNow()).toBe(shopTime.getTime())
})
