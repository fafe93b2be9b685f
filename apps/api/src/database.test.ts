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

it('keeps what providers called and proved of the payments made before they shared columns for it', async () => {
  const { url, drop } = await cloneDatabase(inject('databaseTemplate'))
  const orm = await openDatabase(url)
  const run = (sql: string) => orm.em.fork().execute(sql)
  await run('drop schema public cascade; create schema public')
  const names = (await orm.migrator.getPending()).map(({ name }) => name)
  await orm.migrator.up({ migrations: names.slice(0, names.indexOf('Migration20261122000700_payment_providers')) })
  await run(`insert into orders (customer_name, customer_phone, delivery_address, delivery_location, delivery_charge, subtotal, total, payment_method)
             values ('A', '0712345678', 'B', 'embu', 0, 100, 100, 'mpesa')`)
  await run(`insert into payments (order_id, payment_method, amount, mpesa_checkout_request_id, mpesa_receipt_number, stripe_payment_intent_id, stripe_charge_id)
             select id, method, 100, prompt, receipt, intent, charge from orders, (values
               ('mpesa', 'ws_CO_1', 'TJK1', null, null), ('mpesa', 'ws_CO_2', null, null, null), ('mpesa', null, null, null, null),
               ('stripe', null, null, 'pi_1', 'ch_1')) made (method, prompt, receipt, intent, charge)`)
  const before = await run('select updated_at from payments order by id')
  await orm.migrator.up()
  expect(await run('select provider_reference as is, provider_receipt as proof from payments order by 1')).toEqual([
    { is: 'pi_1', proof: 'ch_1' },
    { is: 'ws_CO_1', proof: 'TJK1' },
    { is: 'ws_CO_2', proof: null },
    { is: null, proof: null },
  ])
  expect(await run('select updated_at from payments order by id')).toEqual(before)
  await orm.close()
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
