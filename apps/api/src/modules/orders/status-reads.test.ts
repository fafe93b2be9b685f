import { newClient } from '@marashi/postgres/connection'
import { expect, it } from 'vitest'
import { buildTestApp } from '../../testing/build-test-app.ts'
import { makeCategory, makeOrder, makeProduct } from '../../testing/factories.ts'
import { orderRequest } from '../../testing/order-request.ts'
import { orderPool } from './order-pool.ts'

/** More than may wait. */
const ASKED_AT_ONCE = 2_100

it('places an order at once, and tells another network how its payment stands, while one network asks in a loop', async () => {
  await using shop = await buildTestApp({ env: { TRUST_PROXY: 'loopback' }, poolSize: orderPool.poolSize })
  const { orm } = shop.deps
  const product = await makeProduct(orm, await makeCategory(orm, 'Oud'), { price: 4_500 })
  const { id } = await makeOrder(orm)
  const askFrom = (network: string) =>
    shop.app.inject({ url: `/api/orders/${id}/payment-status`, headers: { 'x-forwarded-for': network } })

  // What is asked waits for a connection for as long as another one holds this table, which an order does not need.
  const client = newClient(shop.databaseUrl)
  await client.connect()
  await using held = new AsyncDisposableStack()
  held.defer(() => client.end())
  await client.query('begin; lock table receipt_claims in access exclusive mode')
  const crowd = Array.from({ length: ASKED_AT_ONCE }, () => askFrom('198.51.100.7'))
  await expect.poll(() => shop.query(`select from pg_locks where not granted`)).not.toHaveLength(0)

  const placed = await shop.app.inject({
    method: 'POST',
    url: '/api/orders',
    headers: { 'x-forwarded-for': '203.0.113.5' },
    payload: orderRequest(product),
  })
  expect(placed.statusCode).toBe(201)
  expect((await shop.query(`select from pg_locks where not granted`)).length).toBeLessThanOrEqual(2)

  const shopper = askFrom('203.0.113.5')
  await client.query('rollback')
  expect((await shopper).statusCode).toBe(200)
  const answers = await Promise.all(crowd)
  const refused = answers.filter(({ statusCode }) => statusCode === 503)
  expect(refused.length).toBeGreaterThan(0)
  for (const { headers } of refused) expect(headers['retry-after']).toMatch(/^\d+$/)
  expect(answers.every(({ statusCode }) => statusCode === 200 || statusCode === 503)).toBe(true)
})
