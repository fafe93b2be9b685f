import { afterEach, expect, it, vi } from 'vitest'
import { readText, saveText } from './browser-storage.ts'

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
  sessionStorage.clear()
})

it('keeps the texts of the device and those of the tab apart', () => {
  expect(saveText('place', 'embu')).toBe(true)
  expect(saveText('place', 'nairobi', 'sessionStorage')).toBe(true)
  expect([readText('place'), readText('place', 'sessionStorage')]).toEqual(['embu', 'nairobi'])
  expect(saveText('place', null)).toBe(true)
  expect([readText('place'), readText('place', 'sessionStorage')]).toEqual([null, 'nairobi'])
})

it.each(['localStorage', 'sessionStorage'] as const)('fails nobody in a browser that forbids its %s', (storage) => {
  // Chrome throws as soon as it is named.
  vi.spyOn(window, storage, 'get').mockImplementation(() => {
    throw new DOMException('forbidden', 'SecurityError')
  })
  expect(readText('place', storage)).toBeNull()
  expect([saveText('place', 'embu', storage), saveText('place', null, storage)]).toEqual([false, false])
})

it('says that a full storage has not taken the text, and still has the one before', () => {
  saveText('place', 'embu')
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  expect([saveText('place', 'nairobi'), readText('place')]).toEqual([false, 'embu'])
})
