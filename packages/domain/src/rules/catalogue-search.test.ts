import { fc, it } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { productQuery } from '../contracts/catalogue.ts'
import { orderOf, parseCatalogueSearch } from './catalogue-search.ts'

describe('orderOf', () => {
  it.each([
    [{}, 'name'],
    [{ sort: 'price-low' }, 'price-low'],
    [{ search: 'oud' }, 'best-match'],
    [{ search: 'oud', sort: 'name' }, 'name'],
    [{ search: 'oud', sort: 'price-high' }, 'price-high'],
  ] as const)('%j is sorted by %s', (search, order) => {
    expect(orderOf(search)).toBe(order)
  })
})

describe('parseCatalogueSearch', () => {
  it.each<[string, Record<string, unknown>, object]>([
    ['nothing', {}, {}],
    ['defaults are dropped', { sort: 'name', page: 1, limit: 12 }, {}],
    ['defaults as text are dropped', { page: '1', limit: '12' }, {}],
    ['a search for 4711 is text', { search: '4711' }, { search: '4711' }],
    ['a search is trimmed', { search: '  oud  ' }, { search: 'oud' }],
    ['a blank search is no search', { search: '   ' }, {}],
    ['a search of 100 characters', { search: 'a'.repeat(100) }, { search: 'a'.repeat(100) }],
    ['a search of 101 characters', { search: `${'a'.repeat(100)}b` }, { search: 'a'.repeat(100) }],
    ['a search whose 100th is half a character', { search: `${'a'.repeat(99)}😀` }, { search: 'a'.repeat(99) }],
    ['a search whose 100th is a space', { search: `${'a'.repeat(99)} b` }, { search: 'a'.repeat(99) }],
    ['a search that cannot be stored', { search: 'oud\0' }, {}],
    ['half a character', { search: '\ud83d' }, {}],
    ['a list instead of text', { search: ['oud'], category: { name: 'Oils' } }, {}],
    ['null', { search: null, category: null, page: null, limit: null }, {}],
    ['a category by name', { category: 'Oils' }, { category: 'Oils' }],
    ['an audience', { audience: 'women' }, { audience: 'women' }],
    ['an unknown audience', { audience: 'Women' }, {}],
    ['a sort', { sort: 'price-low' }, { sort: 'price-low' }],
    ['an unknown sort', { sort: 'price' }, {}],
    ['the name order, chosen for a search', { search: 'oud', sort: 'name' }, { search: 'oud', sort: 'name' }],
    ['an order by best match, which nobody can choose', { search: 'oud', sort: 'best-match' }, { search: 'oud' }],
    ['a page as text', { page: '3' }, { page: 3 }],
    ['a page as number', { page: 3 }, { page: 3 }],
    ['page 0', { page: 0 }, {}],
    ['a negative page', { page: '-2' }, {}],
    ['half a page', { page: 1.5 }, {}],
    ['an endless page', { page: Number.POSITIVE_INFINITY }, {}],
    ['page 1,000,000', { page: 1_000_000 }, { page: 1_000_000 }],
    ['page 1,000,001', { page: '1000001' }, {}],
    ['a page in hexadecimal', { page: '0x10' }, {}],
    ['a page size on offer', { limit: '24' }, { limit: 24 }],
    ['a page size not on offer', { limit: 13 }, {}],
    ['a word that every object has', { audience: 'constructor', sort: 'toString' }, {}],
    ['foreign parameters', { utm_source: 'x', fbclid: 'y' }, {}],
  ])('%s', (_, raw, read) => {
    expect(parseCatalogueSearch(raw)).toEqual(read)
  })

  const anyQuery = fc.dictionary(
    fc.constantFrom('search', 'category', 'audience', 'sort', 'page', 'limit', '__proto__'),
    fc.oneof(fc.anything(), fc.string({ unit: 'binary' }), fc.integer(), fc.constantFrom('men', 'price-high', '48')),
  )

  it.prop([anyQuery])('the API accepts the result for any address', (raw) => {
    const { audience, ...search } = parseCatalogueSearch(raw)
    expect(productQuery.safeParse({ ...search, majorCategory: audience }).error).toBeUndefined()
  })

  it.prop([anyQuery])('reads its own result unchanged', (raw) => {
    const read = parseCatalogueSearch(raw)
    expect(parseCatalogueSearch(read)).toEqual(read)
  })
})
