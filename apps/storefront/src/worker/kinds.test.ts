import { describe, expect, it } from 'vitest'
import { pageAddress } from '../page-address.ts'
import { addressToKeep, kindOf } from './kinds.ts'

const origin = 'https://shop.test'
const asked = (path: string, { method = 'GET', mode = 'cors' as RequestMode, headers = {} } = {}) =>
  kindOf({ url: new URL(path, origin).href, method, mode, headers: new Headers(headers) }, origin)
const opened = (path: string) => asked(path, { mode: 'navigate' })

describe('what the service worker keeps', () => {
  it.each(['/', '/shop', '/shop?page=2', '/product/3b1f0a52', '/cart', '/checkout', '/contact', '/policies/returns'])(
    'the page %s, which is the same for everybody',
    (path) => expect(opened(path)).toBe('page'),
  )

  it('an order’s page and what it asks for apart from everything else', () => {
    expect(opened('/order/secret')).toBe('order')
    expect(asked('/trpc/orders.page?input=1')).toBe('order')
  })

  it.each([
    ['/assets/shop-1.js', 'asset'],
    ['/media/oud-1/640.avif', 'picture'],
    ['/trpc/catalogue.products?input=1', 'data'],
    ['/trpc/reviews.forProduct?input=1', 'data'],
  ])('%s as %s', (path, kind) => expect(asked(path)).toBe(kind))
})

it('what a page asks anew is answered by nothing that is kept', () => {
  const headers = { 'Cache-Control': 'no-cache' }
  expect(asked('/trpc/catalogue.product?input=1', { headers })).toBe('newData')
  expect(asked('/trpc/orders.page?input=1', { headers })).toBe('order')
})

describe('what the service worker leaves to the browser', () => {
  it.each(['/admin', '/admin/orders', '/nothing', '/order', '/order/a/b', '/api/products', '/documentation'])(
    'the page %s',
    (path) => expect(opened(path)).toBeNull(),
  )

  it.each([
    '/trpc/checkout.quote?input=1',
    '/trpc/payments.methods',
    '/trpc/admin.orders.list',
    '/trpc/session.get',
    '/api/orders/1/payment-status',
    '/api/products',
    '/sw.js',
    'https://js.stripe.com/v3/',
  ])('%s', (path) => expect(asked(path)).toBeNull())

  it.each(['/trpc/catalogue.product?input=1', '/trpc/catalogue.shop', '/trpc/reviews.forProduct?input=1'])(
    '%s when the administrator asks',
    (path) => expect(asked(path, { headers: { 'X-Admin': '1' } })).toBeNull(),
  )

  it.each(['/trpc/catalogue.products', '/order/secret', '/cart'])('every write: %s', (path) => {
    expect(asked(path, { method: 'POST' })).toBeNull()
    expect(asked(path, { method: 'POST', mode: 'navigate' })).toBeNull()
  })
})

describe('the address that a page is kept under', () => {
  const marks = 'utm_source=ig&fbclid=IwAR&gclid=1&gad_source=1&gad_campaignid=2&srsltid=Af&igsh=x&of_tomorrow=1'
  it.each([
    ['/', ''],
    ['/', '?search=oud'],
    ['/shop', '?search=oud&category=Oud+%26+Woods&audience=men&sort=price-low&page=2&limit=24'],
    ['/shop', '?page=2&search=4711'],
    ['/shop', '?page=1&limit=7&audience=Men'],
    ['/product/3b1f0a52-7f3d-4e6b-9a8c-1d2e3f4a5b6c', '?tab=write'],
    ['/product/3b1f0a52-7f3d-4e6b-9a8c-1d2e3f4a5b6c', '?tab=other'],
    ['/cart', ''],
    ['/policies/returns', ''],
  ])('of %s%s is the one that the router knows, however advertisers mark the link', (path, search) => {
    const known = origin + pageAddress(path + search)
    expect(addressToKeep(origin + path + search)).toBe(known)
    expect(addressToKeep(`${origin}${path}${search || '?'}&${marks}`)).toBe(known)
  })
})
