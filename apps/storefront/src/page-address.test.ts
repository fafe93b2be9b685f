import { describe, expect, it } from 'vitest'
import { pageAddress, placeOf } from './page-address.ts'

const id = '0b5e1c2a-7f3d-4e6b-9a8c-1d2e3f4a5b6c'

describe('the place of an address', () => {
  it.each([
    [`/product/${id.toUpperCase()}`, `/product/${id}`],
    [`/Product/0B5e1c2a${id.slice(8)}/`, `/product/${id}`],
    ['/SHOP/', '/shop'],
  ])('%s is written %s', (address, path) => {
    expect(placeOf(address)).toEqual({ path, isPersonal: false })
    expect(placeOf(path)).toEqual({ path, isPersonal: false })
  })

  it.each([
    '/product/OUD',
    '/product/a%2Fb',
    '/product/%zz',
    '/policies/Returns',
    '/policies/returns',
    '/Nowhere/A',
    '/',
  ])('%s stays as it is', (path) => {
    expect(placeOf(path).path).toBe(path)
  })

  it('of an order keeps the case of its secret', () => {
    const path = `/order/${'aB'.repeat(21)}c`
    expect(placeOf(path)).toEqual({ path, isPersonal: true })
  })
})

it.each([
  [
    '?search=oud&page=2',
    ['?page=2&search=oud', '?search=+oud%20&page=02', '?page=2&page=3&search=oud&sort=best-match'],
  ],
  ['', ['?', '?page=1', '?page=01', '?page=1.0', '?page=1e0', '?page=2.0', '?sort=name&limit=12', '?audience=Men']],
])('each spelling of /shop%s is one page', (search, spellings) => {
  for (const spelling of spellings) expect(pageAddress(`/shop${spelling}`)).toBe(`/shop${search}`)
})
