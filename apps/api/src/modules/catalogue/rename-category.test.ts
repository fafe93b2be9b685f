import { afterAll, beforeAll, expect, it } from 'vitest'
import { jobContext } from '../../http/context.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { makeCategory } from '../../testing/factories.ts'
import { updateCategory } from './save-category.ts'

const PRODUCTS = 1_300

let shop: TestApp
let id: string

beforeAll(async () => {
  shop = await buildTestApp()
  ;({ id } = await makeCategory(shop.deps.orm, 'Oud'))
  await shop.query(
    `insert into products (name, description, category, category_id, price, image, created_at)
     select 'Perfume ' || n || case when n % 3 = 0 then ' for women' else '' end, 'A scent.', 'Oud', $1, 2500, '/media/test-0/1080.jpg', now()
     from generate_series(1, $2::int) n`,
    [id, PRODUCTS],
  )
  // How many products each statement has changed.
  await shop.query('create table changes (products int)')
  await shop.query(
    `create function note_changes() returns trigger language plpgsql as $$
     begin insert into changes select count(*) from changed; return null; end $$`,
  )
  await shop.query(
    `create trigger products_note_changes after update on products referencing new table as changed
     for each statement execute function note_changes()`,
  )
}, 120_000)
afterAll(() => shop[Symbol.asyncDispose]())

it('renames a category of many products in statements that each end in time', async () => {
  const ctx = jobContext({ ...shop.deps, log: shop.app.log })
  await updateCategory(ctx, { id, name: 'Oud for Men' })
  expect(
    await shop.query(
      'select category, major_category as audience, count(*)::int from products group by 1, 2 order by count(*)',
    ),
  ).toEqual([
    { category: 'Oud for Men', audience: 'unisex', count: 433 },
    { category: 'Oud for Men', audience: 'men', count: 867 },
  ])
  expect(await shop.query('select products from changes')).toEqual([
    { products: 500 },
    { products: 500 },
    { products: 300 },
  ])
})
