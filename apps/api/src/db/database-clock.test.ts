import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { buildTestApp } from '../testing/build-test-app.ts'
import { makeDatabaseClock, readDatabaseTime } from './database-clock.ts'

const HOUR_MS = 60 * 60_000
const MONTH_AGO = new Date('2026-10-22T09:00:00Z')

afterEach(() => vi.useRealTimers())

async function follow(readTime: () => Promise<Date>) {
  const warn = vi.fn()
  const clock = makeDatabaseClock(readTime)
  await clock.set()
  return { now: clock.now, warn, [Symbol.asyncDispose]: clock.follow({ warn }, 20) }
}

describe('the clock of the shop', () => {
  it('shows the time of the database', async () => {
    await using shop = await buildTestApp()
    await using clock = await follow(() => readDatabaseTime(shop.deps.orm))
    // Both run on this machine.
    expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(1_000)
  })

  it.each([-HOUR_MS, HOUR_MS])('does not care when the clock of its own machine is set by %d ms', async (by) => {
    const started = performance.now()
    const readTime = async () => new Date(MONTH_AGO.getTime() + performance.now() - started)
    await using clock = await follow(readTime)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + by })
    await wait(100)
    expect(Math.abs(clock.now().getTime() - (await readTime()).getTime())).toBeLessThan(50)
    expect(clock.warn).not.toHaveBeenCalled()
  })

  it.each([-1, 1])('follows the database when that clock jumps by %d hours, and says so once', async (hours) => {
    let time = MONTH_AGO
    const started = performance.now()
    await using clock = await follow(async () => new Date(time.getTime() + performance.now() - started))
    time = new Date(MONTH_AGO.getTime() + hours * HOUR_MS)
    await expect.poll(() => clock.warn.mock.calls.length).toBe(1)
    expect(clock.warn.mock.calls[0]?.[0]).toEqual({ jumpedSeconds: expect.closeTo(hours * 3_600, 0) })
    expect(Math.abs(clock.now().getTime() - time.getTime())).toBeLessThan(5_000)
    await wait(100)
    expect(clock.warn).toHaveBeenCalledTimes(1)
  })

  it('goes on while the database is away', async () => {
    let isAway = false
    const readTime = async () => {
      if (isAway) throw new Error('away')
      return MONTH_AGO
    }
    await using clock = await follow(readTime)
    isAway = true
    await wait(100)
    const first = clock.now()
    await wait(100)
    expect(clock.now().getTime() - first.getTime()).toBeGreaterThan(80)
  })
})
