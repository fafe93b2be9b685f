import { cloneDatabase } from '@marashi/postgres/test-databases'
import { hasPgBouncer, startPgBouncer } from '@marashi/postgres/testing/start-pgbouncer'
import { sql } from 'kysely'
import { describe, expect, inject, it } from 'vitest'
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts'
import { makeCategory, makeProduct } from '../testing/factories.ts'
import { orderRequest } from '../testing/order-request.ts'
import { db } from './db.ts'

/** A shop on a database of its own, of which `url` leads through PgBouncer in transaction mode. */
async function poolShop({ knowsDirectUrl }: { knowsDirectUrl: boolean }) {
  const { url, drop } = await cloneDatabase(inject('databaseTemplate'))
  const pooler = await startPgBouncer(url)
  const log: string[] = []
  const shop = await buildTestApp({
    databaseUrl: pooler.url,
    directUrl: knowsDirectUrl ? url : pooler.url,
    env: { LOG_LEVEL: 'info' },
    logTo: { write: (line) => log.push(line) },
  })
  return {
    shop,
    log,
    async [Symbol.asyncDispose]() {
      await shop[Symbol.asyncDispose]()
      await pooler[Symbol.asyncDispose]()
      await drop()
    },
  }
}

/** Prices as the shop shows them and orders as it takes them, through twenty changes. */
async function sellAtChangingPrices(shop: TestApp): Promise<void> {
  const category = await makeCategory(shop.deps.orm, 'Oud')
  const { id } = await makeProduct(shop.deps.orm, category, { name: 'Oud Zahra', price: 1_000 })
  for (let price = 1_001; price <= 1_020; price++) {
    await shop.query('update products set price = $1 where id = $2', [price, id])
    const shown = () => shop.app.inject(`/api/products/${id}`).then((answer) => answer.json<{ price: number }>().price)
    await expect.poll(shown, { interval: 5 }).toBe(price)
    const orders = await Promise.all(
      Array.from({ length: 5 }, () =>
        shop.app.inject({
          method: 'POST',
          url: '/api/orders',
          payload: orderRequest({ id, name: 'Oud Zahra', price }),
        }),
      ),
    )
    expect(orders.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201, 201])
  }
}

describe.skipIf(!hasPgBouncer())('behind a pooler that hands out a connection for each transaction', () => {
  it('caches what it may and hears every change on its direct connection', async () => {
    await using pooled = await poolShop({ knowsDirectUrl: true })
    const { shop } = pooled
    expect(shop.cache.isListening).toBe(true)
    await sellAtChangingPrices(shop)
    expect(shop.cache.count).toBeGreaterThan(0)
  })

  it('caches nothing, sells at the right price and says what to do without one', async () => {
    await using pooled = await poolShop({ knowsDirectUrl: false })
    const { shop, log } = pooled
    expect(shop.cache.isListening).toBe(false)
    expect(log.filter((line) => line.includes('DATABASE_DIRECT_URL'))).toHaveLength(1)
    await sellAtChangingPrices(shop)
    expect(shop.cache.count).toBe(0)
  })

  it('ends a statement that takes too long, as everywhere', async () => {
    await using pooled = await poolShop({ knowsDirectUrl: true })
    const em = pooled.shop.deps.orm.em.fork()
    const settings = await db(em)
      .selectNoFrom([
        sql<string>`current_setting('statement_timeout')`.as('statement'),
        sql<string>`current_setting('lock_timeout')`.as('lock'),
      ])
      .executeTakeFirst()
    expect(settings).toEqual({ statement: '5s', lock: '2s' })
  })
})
