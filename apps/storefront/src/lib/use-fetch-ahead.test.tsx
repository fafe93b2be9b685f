import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useFetchAhead } from './use-fetch-ahead.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  Reflect.deleteProperty(navigator, 'connection')
})

function fetchedOn(connection: object | undefined) {
  if (connection) Object.defineProperty(navigator, 'connection', { value: connection, configurable: true })
  const parts = vi.fn(() => [])
  renderPage(parts)
  expect(parts).not.toHaveBeenCalled()
  vi.runAllTimers()
  return parts.mock.calls
}

function renderPage(parts: Parameters<typeof useFetchAhead>[0]) {
  function Page() {
    useFetchAhead(parts)
    return null
  }
  render(<Page />)
}

it.each([
  ['a fast connection', { saveData: false, effectiveType: '4g' }, [[{ isFast: true }]]],
  ['a slow connection', { saveData: false, effectiveType: '3g' }, [[{ isFast: false }]]],
  ['a browser without this information', undefined, [[{ isFast: true }]]],
  ['a phone that saves data', { saveData: true, effectiveType: '4g' }, []],
])('waits until the page is loaded, then loads ahead as the connection allows: %s', (_, connection, expected) => {
  expect(fetchedOn(connection)).toEqual(expected)
})

it('lets the browser handle a press between two parts', async () => {
  const done: string[] = []
  renderPage(() => [
    async () => {
      await undefined
      done.push('first part')
      setTimeout(() => done.push('press'))
    },
    async () => done.push('second part'),
  ])
  await vi.runAllTimersAsync()
  expect(done).toEqual(['first part', 'press', 'second part'])
})
