import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { boot } from './boot.ts'
import { replayEarlyPresses } from './early-presses.ts'

const root = document.documentElement

function prefer(scheme: 'light' | 'dark') {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes(scheme) }))
}

/** A page boots once; in these tests the same document boots several times. */
const removeListeners: (() => void)[] = []

beforeEach(() => {
  const listen = document.addEventListener.bind(document)
  vi.spyOn(document, 'addEventListener').mockImplementation((type: string, listener: unknown) => {
    listen(type, listener as EventListener)
    removeListeners.push(() => document.removeEventListener(type, listener as EventListener))
  })
  localStorage.clear()
  vi.useFakeTimers()
  delete root.dataset.theme
  document.body.innerHTML = `
    <button data-theme-toggle><span>Theme</span></button>
    <button data-add><span>Add</span></button>`
})
afterEach(() => {
  for (const remove of removeListeners.splice(0)) remove()
  vi.restoreAllMocks()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the theme before the first paint', () => {
  it.each([
    ['light', null, 'light'],
    ['dark', null, 'dark'],
    ['dark', 'light', 'light'],
    ['light', 'dark', 'dark'],
    ['dark', 'nonsense', 'light'],
  ] as const)('of a system that prefers %s and a saved choice of %s is %s', (scheme, saved, expected) => {
    prefer(scheme)
    if (saved) localStorage.setItem('theme', saved)
    boot(['/entry.js'], [])
    expect(root.dataset.theme).toBe(expected)
  })

  it('is chosen even where the browser refuses storage', () => {
    prefer('dark')
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new Error('refused')
    })
    boot(['/entry.js'], [])
    expect(root.dataset.theme).toBe('dark')
  })
})

describe('early presses', () => {
  it('on Add are repeated once, when the page handles them', () => {
    prefer('light')
    boot(['/entry.js'], [])
    const add = document.querySelector<HTMLElement>('[data-add]')
    add?.querySelector('span')?.click()
    const listener = vi.fn()
    add?.addEventListener('click', listener)
    replayEarlyPresses()
    replayEarlyPresses()
    expect(listener).toHaveBeenCalledOnce()
  })

  it('on a button that no longer exists are dropped', () => {
    prefer('light')
    boot(['/entry.js'], [])
    const add = document.querySelector<HTMLElement>('[data-add]')
    add?.click()
    const listener = vi.fn()
    add?.addEventListener('click', listener)
    add?.remove()
    replayEarlyPresses()
    expect(listener).not.toHaveBeenCalled()
  })
})

describe('the theme button', () => {
  it('switches and is remembered', () => {
    prefer('light')
    boot(['/entry.js'], [])
    const button = document.querySelector<HTMLElement>('[data-theme-toggle] span')
    button?.click()
    expect([root.dataset.theme, localStorage.getItem('theme')]).toEqual(['dark', 'dark'])
    button?.click()
    expect([root.dataset.theme, localStorage.getItem('theme')]).toEqual(['light', 'light'])
  })
})
