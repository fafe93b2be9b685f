import { gunzipSync } from 'node:zlib'
import type { ProductDetails } from '@marashi/domain/contracts/catalogue'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts'
import { makeCategory, makeProduct } from '../../../testing/factories.ts'
import { feedRows } from '../../../testing/read-feed.ts'
import type { Category } from '../category.entity.ts'
import type { Product } from '../product.entity.ts'
import { type FeedRow, feedColumns } from './feed-row.ts'

let shop: TestApp
let category: Category
let oud: Product
let musk: Product

beforeAll(async () => {
  shop = await buildTestApp()
  category = await makeCategory(shop.deps.orm, 'Oud & Woods')
  oud = await makeProduct(shop.deps.orm, category, { name: 'Oud "Zahra"', price: 4_500, originalPrice: 6_000 })
  musk = await makeProduct(shop.deps.orm, category, { name: 'Musk', description: 'White\tmusk.\nSoft.', price: 2_000 })
})
afterAll(() => shop[Symbol.asyncDispose]())

const fetchFeed = async (query = '') => await shop.app.inject(`/feeds/products.tsv${query}`)
const rows = async (query = '') => feedRows((await fetchFeed(query)).body)
const rowOf = async ({ id }: Product): Promise<Partial<FeedRow>> => (await rows()).get(id) ?? {}

describe('the product feed', () => {
  it('is a table of tabs with the published names', async () => {
    const { statusCode, headers, body } = await fetchFeed()
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toBe('text/tab-separated-values; charset=utf-8')
    const lines = body.trimEnd().split('\n')
    expect(lines[0]).toBe(feedColumns.join('\t'))
    expect(lines.map((line) => line.split('\t').length)).toEqual(lines.map(() => feedColumns.length))
    expect((await rowOf(oud)).title).toBe('Oud "Zahra"')
    expect((await rowOf(musk)).description).toBe('White musk. Soft.')
  })

  it('says what the API says', async () => {
    for (const { id } of [oud, musk]) {
      const answer = await shop.app.inject(`/api/products/${id}`)
      const product: ProductDetails = answer.json()
      const row = (await rows()).get(id)
      expect(row).toMatchObject({
        title: product.name,
        image_link: product.image,
        product_type: product.category,
        availability: product.isSoldOut ? 'out_of_stock' : 'in_stock',
      })
      expect(row?.sale_price || row?.price).toBe(`${product.price}.00 KES`)
    }
  })

  it('has Meta’s words for Meta', async () => {
    expect((await rows('?for=meta')).get(oud.id)?.availability).toBe('in stock')
    expect((await rows()).get(oud.id)?.availability).toBe('in_stock')
  })

  it('is the same file for who takes gzip, and is not sent again where nothing changed', async () => {
    const plain = await fetchFeed()
    const packed = await shop.app.inject({ url: '/feeds/products.tsv', headers: { 'accept-encoding': 'gzip' } })
    expect(packed.headers['content-encoding']).toBe('gzip')
    expect(String(gunzipSync(packed.rawPayload))).toBe(plain.body)
    const etag = String(plain.headers.etag)
    const again = await shop.app.inject({ url: '/feeds/products.tsv', headers: { 'if-none-match': etag } })
    expect(again).toMatchObject({ statusCode: 304, body: '' })
  })

  it('follows a price, a perfume that is sold out, one that is deleted, and what delivery costs', async () => {
    const gone = await makeProduct(shop.deps.orm, category)
    await expect.poll(() => rowOf(gone)).toMatchObject({ id: gone.id })
    await shop.query('update products set price = 2100 where id = $1', [musk.id])
    await expect.poll(() => rowOf(musk)).toMatchObject({ price: '2100.00 KES' })
    await shop.query('update variants set sold_out = true where product_id = $1', [musk.id])
    await expect.poll(() => rowOf(musk)).toMatchObject({ availability: 'out_of_stock' })
    await shop.query('update variants set sold_out = false, stock_count = 0 where product_id = $1', [musk.id])
    await shop.query('delete from products where id = $1', [gone.id])
    await expect.poll(() => rowOf(gone)).toEqual({})
    expect(await rowOf(musk)).toMatchObject({ availability: 'out_of_stock', shipping: 'KE::Delivery:300.00 KES' })
    await shop.query(`insert into shop_settings values ('delivery.freeOver', '2000', 1, now(), 'x')`)
    await expect.poll(() => rowOf(musk)).toMatchObject({ shipping: 'KE::Delivery:0.00 KES' })
  })

  it('has every product of a large catalogue once', async () => {
    await shop.query(
      `insert into products (name, description, category, category_id, major_category, price, image, created_at, updated_at)
       select 'Perfume ' || n, 'A quiet scent.', $2, $1, 'unisex', 1000 + n, '/media/p-' || n || '/1080.jpg', now(), now()
       from generate_series(1, 2100) n`,
      [category.id, category.name],
    )
    await expect.poll(async () => (await rows()).size, { timeout: 20_000 }).toBe(2_102)
    expect((await fetchFeed()).body.trimEnd().split('\n')).toHaveLength(2_103)
  })

  it('is limited like other addresses', async () => {
    await using busy = await buildTestApp({ env: { LIMIT_FEEDS: '2/60' } })
    const ask = (remoteAddress: string) => busy.app.inject({ url: '/feeds/products.tsv', remoteAddress })
    expect((await ask('203.0.113.1')).statusCode).toBe(200)
    expect((await ask('203.0.113.1')).statusCode).toBe(200)
    const refused = await ask('203.0.113.1')
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await ask('203.0.113.2')).statusCode).toBe(200)
  })
})
