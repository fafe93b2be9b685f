import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { dropLapsed } from './drop-lapsed.ts'

const hourMs = 60 * 60_000
const dayMs = 24 * hourMs
const start = Date.parse('2026-11-26T09:00:00Z')
const body = { order: { deliveryAddress: 'Moi Avenue 1', total: 4_500 }, items: [] }
const keep = (sentAt: unknown) =>
  localStorage.setItem('order', JSON.stringify({ key: 'k', phone: '0712345678', body, sentAt }))
const kept = () => localStorage.getItem('order')?.includes('Moi Avenue') === true
const drop = () => dropLapsed('order', hourMs, dayMs)

beforeEach(() => void vi.useFakeTimers({ now: start }))
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  localStorage.clear()
})

it.each([
  ['an hour ago', start - hourMs, false],
  ['less than an hour ago', start - hourMs + 1, true],
  ['hours ahead of a clock that was put back', start + 2 * hourMs, false],
  ['at no time that can be read', 'yesterday', false],
] as const)('an order that was sent %s', (_, sentAt, isKept) => {
  keep(sentAt)
  drop()
  expect(kept()).toBe(isKept)
})

it('is gone from a page that stays open past the hour', () => {
  drop()
  keep(start)
  vi.advanceTimersByTime(hourMs - 1)
  expect(kept()).toBe(true)
  vi.advanceTimersByTime(60_000)
  expect(kept()).toBe(false)
})

it('leaves what it asked for a day, and nobody’s address', () => {
  keep(start)
  drop()
  vi.advanceTimersByTime(hourMs + 60_000)
  expect(JSON.parse(localStorage.getItem('order') ?? 'null')).toEqual({ sentAt: start, total: 4_500 })
  vi.advanceTimersByTime(dayMs - hourMs)
  expect(localStorage.length).toBe(0)
})

it('leaves alone what else the browser keeps, and a browser that forbids storage', () => {
  localStorage.setItem('cart', '[]')
  drop()
  expect(localStorage.length).toBe(1)
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('forbidden', 'SecurityError')
  })
  expect(drop).not.toThrow()
})
