import { fc, it } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { parseSearch, stringifySearch } from './page-address.ts'

describe('the parameters of an address', () => {
  it.each<[string, Record<string, string>]>([
    ['', {}],
    ['?', {}],
    ['?search=100002', { search: '100002' }],
    ['?search=0712345901', { search: '0712345901' }],
    ['?search=true&page=2', { search: 'true', page: '2' }],
    ['?search=%22oud%22', { search: '"oud"' }],
    ['?search=%2B254+712', { search: '+254 712' }],
    ['?search=oud&search=rose', { search: 'oud' }],
    ['?search', { search: '' }],
  ])('of %s are text', (search, parameters) => {
    expect(parseSearch(search)).toEqual(parameters)
  })

  it.prop([fc.dictionary(fc.string(), fc.string({ unit: 'grapheme' }))])('are read as they were written', (texts) => {
    expect(parseSearch(stringifySearch(texts))).toEqual({ ...texts })
  })

  it('keep their order, so that an address that is read and written stays what it is', () => {
    const address = '?sort=price-high&limit=24&search=oud'
    expect(stringifySearch(parseSearch(address))).toBe(address)
  })

  it('leave out what is not set, and the question mark with it', () => {
    expect(stringifySearch({ search: undefined, page: 2 })).toBe('?page=2')
    expect(stringifySearch({ search: undefined })).toBe('')
  })
})
