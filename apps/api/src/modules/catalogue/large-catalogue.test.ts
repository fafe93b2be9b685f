import { afterAll, beforeAll, expect, it } from 'vitest'
import { jobContext } from '../../http/context.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { makeCategory, makeProduct } from '../../testing/factories.ts'
import { listReviews } from '../reviews/list-reviews.ts'
import { getProduct } from './get-product.ts'
import { relatedProducts } from './related-products.ts'

const PRODUCTS = 4_000

let shop: TestApp
let id: string

beforeAll(async () => {
  // One connection, which can be told to report what it has read.
  shop = await buildTestApp({ poolSize: 1 })
  const { orm } = shop.deps
  await makeCategory(orm, 'Rose')
  const oud = await makeCategory(orm, 'Oud')
  id = (await makeProduct(orm, oud, { notesTop: ['Saffron'] })).id
  await shop.query(
    `insert into products (name, description, category, category_id, price, image, notes_top, created_at)
     select 'Perfume ' || n, 'A scent.', c.name, c.id, 2500, '/media/test-0/1080.jpg', array['Note ' || n % 400, case when n % 40 = 0 then 'saffron' else 'musk' end], now()
     from generate_series(1, $1::int) n join categories c on c.name = case when n % 2 = 0 then 'Oud' else 'Rose' end`,
    [PRODUCTS],
  )
  await shop.query(
    `insert into reviews (product_id, rating, content, status) select id, 4, 'It lasts.', 'approved' from products, generate_series(1, 3)`,
  )
  await shop.query('vacuum analyze')
}, 120_000)
afterAll(() => shop[Symbol.asyncDispose]())

/** How many rows and entries of indexes PostgreSQL has touched since it started to count. */
async function touched(): Promise<number> {
  const em = shop.deps.orm.em.fork()
  await em.execute('select pg_stat_force_next_flush()')
  const [row] = await em.execute<[{ touched: number }]>(
    `select (select sum(seq_tup_read) from pg_stat_user_tables)::int + (select sum(idx_tup_read) from pg_stat_user_indexes)::int as touched`,
  )
  return row.touched
}

it.each([
  ['the product', getProduct, 30],
  ['its reviews', listReviews, 30],
  // A hundred perfumes share its note, and twelve are of its category.
  ['related perfumes', relatedProducts, 1_000],
])('reads little for %s, however many products there are', async (_what, read, most) => {
  const ctx = jobContext({ ...shop.deps, log: shop.app.log })
  const before = await touched()
  expect(await read(ctx, { id })).toBeTruthy()
  const rows = (await touched()) - before
  expect(rows).toBeGreaterThan(0)
  expect(rows).toBeLessThan(most)
})
