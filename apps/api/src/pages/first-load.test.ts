import { readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts'
import { makeCategory, makeOrder, makeProduct, makeReview } from '../testing/factories.ts'
import { loadStorefront, type StorefrontBundle } from './storefront-bundle.ts'

const KIB = 1024

let storefront: StorefrontBundle
let shop: TestApp
const addresses: Record<string, string> = {}

beforeAll(async () => {
  storefront = await loadStorefront()
  shop = await buildTestApp({ storefront })
  const { orm } = shop.deps
  const category = await makeCategory(orm, 'Oud')
  const product = await makeProduct(orm, category, { image: '/media/oud-00000000/1080.jpg', originalPrice: 9_000 })
  await makeReview(orm, product, { rating: 5 })
  await makeOrder(orm)
  const [order] = await shop.query<{ secret: string }>('select page_secret as secret from orders')
  addresses['/product/$id'] = `/product/${product.id}`
  addresses['/policies/$slug'] = '/policies/returns'
  addresses['/order/$secret'] = `/order/${order?.secret}`
})
afterAll(() => shop[Symbol.asyncDispose]())

const open = async (route: string) => (await shop.app.inject(addresses[route] ?? route)).body
const stylesOf = (html: string) => /<style[^>]*>(.*?)<\/style>/s.exec(html)?.[1] ?? ''
const compressed = (text: string) => brotliCompressSync(text).length

const shownFirst = ['/', '/shop', '/product/$id']
const others = ['/cart', '/checkout', '/contact', '/orders', '/offline', '/policies/$slug', '/order/$secret']

describe('the first load', () => {
  it.each(shownFirst)('brings at most 106 KiB of scripts: %s', async (route) => {
    const named = [...(await open(route)).matchAll(/"(\/assets\/[\w.-]+\.js)"/g)].map(([, file = '']) => file)
    const files = [...new Set(named)].map((file) => readFileSync(path.join(storefront.clientDir, file), 'utf8'))
    expect(files.length).toBeGreaterThan(3)
    expect(files.map(compressed).reduce((sum, bytes) => sum + bytes)).toBeLessThan(106 * KIB)
  })

  it.each([...shownFirst, ...others])('brings at most 6 KiB of styles: %s', async (route) => {
    expect(compressed(stylesOf(await open(route)))).toBeLessThan(6 * KIB)
  })
})

describe('the styles of a page', () => {
  it.each([...shownFirst, ...others])('are all that the shop has for what is on it: %s', async (route) => {
    const html = await open(route)
    const shown = new Set([...html.matchAll(/ class="([^"]+)"/g)].flatMap(([, names = '']) => names.split(' ')))
    const knows = (css: string, name: string) => new RegExp(`\\.${name}(?![\\w-])`).test(css)
    const styled = [...shown].filter((name) => knows(storefront.styles.css, name))
    expect(styled.length).toBeGreaterThan(20)
    expect(styled.filter((name) => !knows(stylesOf(html), name))).toEqual([])
  })

  it('are all styles of the shop where a page is not what it should be', async () => {
    expect(stylesOf(await open('/nothing'))).toBe(storefront.styles.css)
  })

  it('name the file of all styles, which what is loaded later needs', async () => {
    const [, late = ''] = /<style data-late="([^"]+)"/.exec(await open('/shop')) ?? []
    const { statusCode, headers, body } = await shop.app.inject(late)
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/css; charset=utf-8'])
    expect(headers['cache-control']).toContain('immutable')
    expect(body.length).toBeGreaterThan(2 * stylesOf(await open('/shop')).length)
    expect(body).not.toContain('@font-face')
  })
})
