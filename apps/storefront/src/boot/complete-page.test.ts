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

it.each(['pointerdown', 'keydown', 'click', 'boot'])(
  'a page that is complete loads its code at %s, and not before',
  (type) => {
    boot([], ['/page.js'], true)
    dispatchEvent(new Event('load'))
    dispatchEvent(new Event('scroll'))
    vi.advanceTimersByTime(10_000)
    expect(asked()).toBe(0)
    document.documentElement.dispatchEvent(new Event(type, { bubbles: true }))
    vi.advanceTimersByTime(0)
    expect(asked()).toBe(1)
  },
)

/** Stands in for the browser's reports of what it has painted: returns what reports it. */
function stubPaint() {
  let paint = () => {}
  class Observer {
    constructor(callback: () => void) {
      paint = callback
    }
    observe(_: { type: 'paint' }) {}
    disconnect() {}
  }
  vi.stubGlobal('PerformanceObserver', Observer)
  return () => paint()
}

it('any other page loads its code once what has arrived is on the screen', () => {
  const paint = stubPaint()
  boot([], ['/page.js'])
  dispatchEvent(new Event('load'))
  vi.advanceTimersByTime(50)
  expect([asked(), 'painted' in document.documentElement.dataset]).toEqual([0, false])
  paint()
  vi.advanceTimersByTime(50)
  expect([asked(), 'painted' in document.documentElement.dataset]).toEqual([1, true])
})

it('and a second after it has loaded where the browser does not report that, as Firefox does not for a product', () => {
  stubPaint()
  boot([], ['/page.js'])
  vi.advanceTimersByTime(500)
  dispatchEvent(new Event('load'))
  vi.advanceTimersByTime(900)
  expect(asked()).toBe(0)
  vi.advanceTimersByTime(150)
  expect(asked()).toBe(1)
})
