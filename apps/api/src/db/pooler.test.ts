import { newClient, newPool } from '@marashi/postgres/connection'
import { cloneDatabase } from '@marashi/postgres/test-databases'
import { hasPgBouncer, startPgBouncer } from '@marashi/postgres/testing/start-pgbouncer'
import fastify from 'fastify'
import { sql } from 'kysely'
import { describe, expect, inject, it, vi } from 'vitest'
import { refuseRunningShop } from '../backup/database/refuse-running-shop.ts'
import { startJobs } from '../jobs/jobs.ts'
import { startHeartbeat } from '../modules/admin/health/processes/heartbeat.ts'
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts'
import { makeCategory, makeProduct } from '../testing/factories.ts'
import { orderRequest } from '../testing/order-request.ts'
import { connectionNames } from './connection-names.ts'
import { db } from './db.ts'
import { openDatabase } from './open-database.ts'

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

  it('counts as stopped once it is, though the pooler keeps its connections, and is found and named before', async () => {
    const { url, drop } = await cloneDatabase(inject('databaseTemplate'))
    await using _database = { [Symbol.asyncDispose]: drop }
    await using pooler = await startPgBouncer(url)
    const client = newClient(url)
    await client.connect()
    await using _client = { [Symbol.asyncDispose]: () => client.end() }
    const addresses = { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: url }
    {
      await using shop = await buildTestApp({
        databaseUrl: pooler.url,
        directUrl: url,
        env: { LIMIT_ORDERS: '20/3600' },
      })
      await shop.app.inject('/api/products')
      await shop.deps.limits.deed('orders', 'somebody')
      await expect(refuseRunningShop(client, addresses, new Date())).rejects.toThrow(
        /A shop runs on this database.*: marashi-cache from 127\.0\.0\.1 \(idle\)\.$/,
      )
    }
    const kept = await client.query(
      `select from pg_stat_activity where datname = current_database() and application_name like 'marashi%'`,
    )
    expect(kept.rowCount).toBeGreaterThan(0)
    // Of a connection that has ended the server hears a moment later.
    await vi.waitFor(() => refuseRunningShop(client, addresses, new Date()), { timeout: 10_000 })

    // A shop that hears no changes does its jobs all the same.
    const stopJobs = await startJobs(url, [], fastify().log)
    await expect(refuseRunningShop(client, addresses, new Date())).rejects.toThrow(/: marashi-jobs from/)
    await stopJobs()
  })

  it('is told apart from a shop that has ended by DATABASE_DIRECT_URL alone, which a restore says at once', async () => {
    const { url, drop } = await cloneDatabase(inject('databaseTemplate'))
    await using _database = { [Symbol.asyncDispose]: drop }
    await using pooler = await startPgBouncer(url)
    // Two at once: whoever asks through the pooler is handed one of them, under a name of its own.
    const ended = newPool(pooler.url, { application_name: connectionNames.jobs })
    await Promise.all([ended.query('select pg_sleep(0.2)'), ended.query('select pg_sleep(0.2)')])
    await ended.end()
    const client = newClient(pooler.url)
    await client.connect()
    await using _client = { [Symbol.asyncDispose]: () => client.end() }
    await expect(refuseRunningShop(client, { DATABASE_URL: pooler.url }, new Date())).rejects.toThrow(
      /: marashi-jobs from .*a pooler keeps .*set DATABASE_DIRECT_URL to PostgreSQL itself/,
    )
  })

  it('is found by its heartbeat where whoever asks is handed its only connection', async () => {
    const { url, drop } = await cloneDatabase(inject('databaseTemplate'))
    await using _database = { [Symbol.asyncDispose]: drop }
    await using shop = await buildTestApp()
    await using pooler = await startPgBouncer(url)
    const orm = await openDatabase(pooler.url, { poolSize: 1 })
    await using _orm = { [Symbol.asyncDispose]: () => orm.close() }
    const stop = await startHeartbeat({
      ...shop.deps,
      orm,
      clock: () => new Date(),
      version: '1.0.0',
      cache: shop.cache,
      jobs: [],
      isDraining: () => false,
    })
    const client = newClient(pooler.url)
    await client.connect()
    await using _client = { [Symbol.asyncDispose]: () => client.end() }
    const restore = () => refuseRunningShop(client, { DATABASE_URL: pooler.url }, new Date())
    await expect(restore()).rejects.toThrow(
      /^A shop runs on this database\. .* Heard of last: process \d+ on \S+ \(\d s ago\)\. Where it was killed, try again in a minute\.$/,
    )
    // The clock was set back.
    await client.query(`update shop_processes set seen_at = seen_at + interval '9 seconds'`)
    await expect(restore()).rejects.toThrow('(0 s ago)')
    await client.query(`update shop_processes set seen_at = seen_at - interval '70 seconds'`)
    await restore()
    await stop()
    // As in a shop from before there were heartbeats.
    await client.query('drop table shop_processes')
    await restore()
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
