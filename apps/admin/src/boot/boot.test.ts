import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { boot } from './boot.ts'

const { canParse } = URL
const { timeout } = AbortSignal

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
})
afterEach(() => {
  Object.assign(URL, { canParse })
  Object.assign(AbortSignal, { timeout })
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('gives an old browser the limit of a request', () => {
  Object.assign(AbortSignal, { timeout: undefined })
  boot()
  const signal = AbortSignal.timeout(1000)
  vi.advanceTimersByTime(999)
  expect(signal.aborted).toBe(false)
  vi.advanceTimersByTime(1)
  expect(signal.reason).toMatchObject({ name: 'TimeoutError' })
})

it('lets an old browser check an address', () => {
  Object.assign(URL, { canParse: undefined })
  boot()
  expect(URL.canParse('https://shop.example/hook')).toBe(true)
  expect(URL.canParse('https://')).toBe(false)
})

it('says that the back office did not come where a script of the start is lost, and how to try again', () => {
  const page = readFileSync(path.join(import.meta.dirname, '../../index.html'), 'utf8')
  document.body.innerHTML = /<div id="app">.*(?=<noscript>)/s.exec(page)?.[0] ?? ''
  boot()
  const [loading, failed] = ['start-loading', 'start-failed'].map((id) => document.getElementById(id) as HTMLElement)
  expect([loading?.hidden, failed?.hidden]).toEqual([false, true])
  const script = document.body.appendChild(document.createElement('script'))
  script.dispatchEvent(new Event('error'))
  expect([loading?.hidden, failed?.hidden]).toEqual([true, false])
  expect(failed?.querySelector('a')?.getAttribute('href')).toBe('')
})
