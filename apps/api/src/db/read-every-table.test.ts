import { expect, it } from 'vitest'
import { buildTestApp } from '../testing/build-test-app.ts'

it('is not ready with a database that came back without its orders', async () => {
  await using shop = await buildTestApp()
  const isReady = async () => (await shop.app.inject('/readyz')).statusCode
  expect(await isReady()).toBe(200)
  await shop.query('alter table orders rename to orders_lost')
  expect(await isReady()).toBe(503)
  await shop.query('alter table orders_lost rename to orders')
  expect(await isReady()).toBe(200)
  await shop.query('alter table products rename column image to picture')
  expect(await isReady()).toBe(503)
})

it('is not ready without a table that only triggers write', async () => {
  await using shop = await buildTestApp()
  await shop.query('alter table counters rename to counters_lost')
  expect((await shop.app.inject('/readyz')).statusCode).toBe(503)
})
