import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { clearOrders, keepOrder, markReceived, markSeen, receivedOrder, useDeviceOrders } from './device-orders.ts'

const secretOf = (nth: number) => String(nth).padStart(43, 'k')
const keep = (nth: number) => keepOrder({ orderNumber: `MR${nth}`, secret: secretOf(nth), total: 4_500 })
function read() {
  const { result, unmount } = renderHook(() => useDeviceOrders() ?? [])
  unmount()
  return result.current
}

beforeEach(clearOrders)

it('keeps the newest orders of this browser, each once', () => {
  for (let nth = 1; nth <= 60; nth++) keep(nth)
  keep(60)
  const numbers = read().map(({ orderNumber }) => orderNumber)
  expect(numbers).toHaveLength(50)
  expect(numbers[0]).toBe('MR60')
})

it('shows an order as received once it is paid, for a week or until it is hidden', () => {
  keep(1)
  expect(receivedOrder(read(), Date.now())).toBeUndefined()
  markReceived('MR1')
  expect(receivedOrder(read(), Date.now())?.orderNumber).toBe('MR1')
  expect(receivedOrder(read(), Date.now() + 8 * 24 * 3_600_000)).toBeUndefined()
  markSeen('MR1')
  expect(receivedOrder(read(), Date.now())).toBeUndefined()
})

it('survives what others have written into its place', () => {
  for (const text of ['{', '{}', '[null, 1, {"orderNumber":"MR1","secret":"short"}]']) {
    localStorage.setItem('marashi-orders', text)
    expect(read()).toEqual([])
  }
})

it('a list that Back brings out of the browser’s cache shows nothing that was removed meanwhile', () => {
  keep(1)
  const { result } = renderHook(() => useDeviceOrders() ?? [])
  localStorage.setItem('marashi-orders', '[]')
  expect(result.current).toHaveLength(1)
  act(() => void window.dispatchEvent(new Event('pageshow')))
  expect(result.current).toEqual([])
})
