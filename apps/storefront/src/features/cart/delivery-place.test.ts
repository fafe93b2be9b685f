import { afterEach, expect, it, vi } from 'vitest'
import { readDeliveryPlace, saveDeliveryPlace } from './delivery-place.ts'

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
})

it('the place that was chosen last counts, also after one that the browser could not save', () => {
  const places = [{ id: 'embu' }, { id: 'nairobi-cbd' }, { id: 'nairobi-other' }]
  vi.spyOn(Storage.prototype, 'setItem').mockImplementationOnce(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  saveDeliveryPlace('nairobi-cbd')
  expect(readDeliveryPlace(places)).toBe('nairobi-cbd')
  saveDeliveryPlace('nairobi-other')
  expect(readDeliveryPlace(places)).toBe('nairobi-other')
})
