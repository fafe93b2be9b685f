import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { dropLapsed } from './drop-lapsed.ts'

const hourMs = 60 * 60_000
const start = Date.parse('2026-11-26T09:00:00Z')
const keep = (sentAt: unknown) => localStorage.setItem('order', JSON.stringify({ key: 'k', sentAt }))
const kept = () => localStorage.getItem('order') !== null

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
  dropLapsed('order', hourMs)
  expect(kept()).toBe(isKept)
})

it('is gone from a page that stays open past the hour', () => {
  dropLapsed('order', hourMs)
  keep(start)
  vi.advanceTimersByTime(hourMs - 1)
  expect(kept()).toBe(true)
  vi.advanceTimersByTime(60_000)
  expect(kept()).toBe(false)
})

it('leaves alone what else the browser keeps, and a browser that forbids storage', () => {
  localStorage.setItem('cart', '[]')
  dropLapsed('order', hourMs)
  expect(localStorage.length).toBe(1)
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('forbidden', 'SecurityError')
  })
  expect(() => dropLapsed('order', hourMs)).not.toThrow()
})
