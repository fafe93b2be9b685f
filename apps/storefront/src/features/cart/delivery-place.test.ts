import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { deliveryPlaceKey, readDeliveryPlace, saveDeliveryPlace, useDeliveryPlace } from './delivery-place.ts'

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
})

const places = [{ id: 'embu' }, { id: 'nairobi-cbd' }, { id: 'nairobi-other' }]

it('the place that was chosen last counts, also after one that the browser could not save', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementationOnce(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  saveDeliveryPlace('nairobi-cbd')
  expect(readDeliveryPlace(places)).toBe('nairobi-cbd')
  saveDeliveryPlace('nairobi-other')
  expect(readDeliveryPlace(places)).toBe('nairobi-other')
})

it('a cart that Back brings out of the browser’s cache is delivered where another tab has chosen meanwhile', () => {
  saveDeliveryPlace('embu')
  const { result } = renderHook(() => useDeliveryPlace(places))
  localStorage.setItem(deliveryPlaceKey, 'nairobi-cbd')
  act(() => void window.dispatchEvent(new Event('pageshow')))
  expect(result.current[0]).toBe('nairobi-cbd')
})
