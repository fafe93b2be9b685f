import { describe, expect, it } from 'vitest'
import { productQuery } from './catalogue.ts'

describe('productQuery', () => {
  it('has neither pages nor a sort without parameters', () => {
    expect(productQuery.parse({})).toEqual({})
  })

  it.each([
    { page: 1 },
    { page: 1_000_000, limit: 1 },
    { limit: 100 },
    { search: ' oud ', category: 'Oils', majorCategory: 'men', sort: 'price-high' },
  ])('accepts %j', (query) => {
    expect(productQuery.safeParse(query).success).toBe(true)
  })

  it.each([
    { page: 0 },
    { page: 1.5 },
    { page: '1' },
    { limit: 0 },
    { limit: 101 },
    { majorCategory: 'everyone' },
    { sort: 'price' },
    { search: 'oud\0' },
  ])('refuses %j', (query) => {
    expect(productQuery.safeParse(query).success).toBe(false)
  })

  it.each([
    [{ category: '  Oud & WOODS ' }, { category: 'oud & woods' }],
    [{ category: 'ÉPICES ΟΔΟΣ' }, { category: 'Épices ΟΔΟΣ' }],
    [{ category: ' ' }, {}],
    [{ search: ' OUD \t  zahra ' }, { search: 'oud zahra' }],
    [{ search: ' ' }, {}],
    [{ search: null }, {}],
  ])('asks the same whatever the spelling: %j', (sent, read) => {
    expect(productQuery.parse(sent)).toEqual(read)
  })
})
