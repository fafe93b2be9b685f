import { afterEach, expect, it, vi } from 'vitest'
import { dropRecord, readRecord, saveRecord } from './session-record.ts'

afterEach(() => {
  vi.restoreAllMocks()
  sessionStorage.clear()
})

it('keeps a draft until the page is left where the browser stores nothing', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('forbidden', 'SecurityError')
  })
  saveRecord('draft', { mpesaPhone: '0712345678' })
  expect(readRecord('draft')).toEqual({ mpesaPhone: '0712345678' })
  dropRecord('draft')
  expect(readRecord('draft')).toEqual({})
})

it('reads what is stored, and no older draft, once the browser stores again', () => {
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  saveRecord('draft', { address: 'Moi Avenue 1' })
  full.mockRestore()
  saveRecord('draft', { address: 'Kimathi Street 4' })
  expect(readRecord('draft')).toEqual({ address: 'Kimathi Street 4' })
  sessionStorage.clear()
  expect(readRecord('draft')).toEqual({})
})
