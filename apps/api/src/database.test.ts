import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { cloneDatabase } from '@marashi/postgres/test-databases'
import { expect, inject, it } from 'vitest'
import { migrate, openDatabase } from './database.ts'
import { buildTestApp } from './testing/build-test-app.ts'
import { makeCategory, makeProduct } from './testing/factories.ts'

it('has migrations that give exactly the schema of the entities', async () => {
  await using shop = await buildTestApp()
  const difference = await shop.deps.orm.schema.getUpdateSchemaSQL({ wrap: false })
  expect(difference.trim()).toBe('')
})

it('has all its connections again after transactions were cut off', async () => {
  const { url, drop } = await cloneDatabase(inject('databaseTemplate'))
  const orm = await openDatabase(url, { poolSize: 2 })
  const cutOff = () => orm.em.fork().transactional((em) => em.execute('select pg_terminate_backend(pg_backend_pid())'))
  await expect(Promise.all([cutOff(), cutOff()])).rejects.toThrow()
  await expect.poll(() => orm.em.fork().execute('select 1 as one'), { timeout: 10_000 }).toEqual([{ one: 1 }])
  await orm.close()
  await drop()
})

it('says so when the name of the database is mistyped, and opens no second, empty shop', async () => {
  await using shop = await buildTestApp()
  const mistyped = shop.databaseUrl.replace(/$/, 'i')
  const orm = await openDatabase(mistyped)
  await expect(migrate(orm)).rejects.toThrow(/There is no database ".*i" .* createdb/)
  await orm.close()
  const { pathname } = new URL(mistyped)
  expect(await shop.query('select from pg_database where datname = $1', [pathname.slice(1)])).toEqual([])
})

it('migrates once when four processes start together', async () => {
  const { url, drop } = await cloneDatabase(inject('databaseTemplate'))
  const fresh = await openDatabase(url)
  await fresh.em.getConnection().execute('drop schema public cascade; create schema public')
  await fresh.close()
  const orms = await Promise.all(Array.from({ length: 4 }, () => openDatabase(url)))
  await Promise.all(orms.map(migrate))
  const [orm] = orms
  const names = readdirSync(fileURLToPath(new URL('../migrations', import.meta.url))).filter((file) =>
    file.endsWith('.ts'),
  )
  expect(await orm?.migrator.getExecuted()).toHaveLength(names.length)
  await Promise.all(orms.map((each) => each.close()))
  await drop()
})

it.each([
  ['a total that is not subtotal plus delivery', `update orders set total = total + 1`],
  ['a negative subtotal', `update orders set subtotal = -1, total = -1 + delivery_charge`],
  ['NaN as a total', `update orders set subtotal = 'NaN', total = 'NaN'`],
  ['an unknown status', `update orders set status = 'lost'`],
  ['an order number M-Pesa cannot show', `update orders set order_number = 'MR-1'`],
  ['a free product', `update products set price = 0`],
  ['a category named twice', `insert into categories (name) values (' OUD ')`],
  ['half a star', `insert into reviews (product_id, rating, content) select id, 0, 'x' from products`],
])('refuses %s', async (_what, sql) => {
  await using shop = await buildTestApp()
  await makeProduct(shop.deps.orm, await makeCategory(shop.deps.orm, 'Oud'))
  await shop.query(`insert into orders (customer_name, customer_phone, delivery_address, delivery_location, delivery_charge, subtotal, total, payment_method)
                    values ('A', '0712345678', 'B', 'embu', 0, 100, 100, 'manual')`)
  await expect(shop.query(sql)).rejects.toThrow(/constraint/)
})

it('uses one version of the whole ORM family', () => {
  const require = createRequire(import.meta.url)
  const versionOf = (name: string) => JSON.parse(readFileSync(require.resolve(`${name}/package.json`), 'utf8')).version
  const family = ['mikro-orm', '@mikro-orm/core', '@mikro-orm/postgresql', '@mikro-orm/migrations'].map(versionOf)
  expect(new Set(family).size).toBe(1)
})
