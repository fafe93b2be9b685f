import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import { boot } from './boot.ts'

vi.useFakeTimers()
vi.stubGlobal('matchMedia', () => ({ matches: false }))
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const asked = () => document.querySelectorAll('link[rel=modulepreload]').length
beforeEach(() => {
  delete document.documentElement.dataset.painted
  for (const link of document.querySelectorAll('link[rel=modulepreload]')) link.remove()
})

it.each(['pointerdown', 'keydown', 'boot'])('a page that is complete loads its code at %s, and not before', (type) => {
  boot([], ['/page.js'], true)
  dispatchEvent(new Event('load'))
  dispatchEvent(new Event('scroll'))
  vi.advanceTimersByTime(10_000)
  expect(asked()).toBe(0)
  dispatchEvent(new Event(type))
  vi.advanceTimersByTime(0)
  expect(asked()).toBe(1)
})

it('any other page loads its code once what has arrived is on the screen', () => {
  let paint = () => {}
  class Observer {
    constructor(callback: () => void) {
      paint = callback
    }
    observe(_: { type: 'paint' }) {}
    disconnect() {}
  }
  vi.stubGlobal('PerformanceObserver', Observer)
  boot([], ['/page.js'])
  dispatchEvent(new Event('load'))
  vi.advanceTimersByTime(50)
  expect([asked(), 'painted' in document.documentElement.dataset]).toEqual([0, false])
  paint()
  vi.advanceTimersByTime(50)
  expect([asked(), 'painted' in document.documentElement.dataset]).toEqual([1, true])
})
