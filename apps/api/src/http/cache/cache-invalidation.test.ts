import { newClient } from '@marashi/postgres/connection'
import type { MikroORM } from '@mikro-orm/postgresql'
import { expect, it, vi } from 'vitest'
import { buildTestApp } from '../../testing/build-test-app.ts'
import { logIn, makeCategory, makeProduct } from '../../testing/factories.ts'
import { networkTo } from '../../testing/network-to.ts'
import { followCacheInvalidations } from './cache-invalidation.ts'
import { listenForChanges, probeChannel } from './change-listener.ts'
import { ResponseCache } from './response-cache.ts'

it('holds one connection, also after the database was away for a while', async () => {
  await using shop = await buildTestApp()
  const name = new URL(shop.databaseUrl).pathname.slice(1)
  const server = newClient(Object.assign(new URL(shop.databaseUrl), { pathname: '/postgres' }).href)
  await server.connect()
  const listeners = async () => {
    const sql = `select pid from pg_stat_activity where datname = $1 and application_name = 'marashi-cache'`
    return (await server.query(sql, [name])).rows.length
  }
  expect(await listeners()).toBe(1)
  await server.query(`alter database ${name} allow_connections false`)
  await server.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
  await expect.poll(listeners).toBe(0)
  // Long enough for three failed attempts.
  await new Promise((resolve) => setTimeout(resolve, 3_500))
  await server.query(`alter database ${name} allow_connections true`)
  await expect.poll(listeners).toBe(1)
  await new Promise((resolve) => setTimeout(resolve, 2_500))
  expect(await listeners()).toBe(1)
  await server.end()
})

it('leaves a connection that has died without telling either end', async () => {
  await using shop = await buildTestApp()
  await using network = await networkTo(shop.databaseUrl)
  const cache = new ResponseCache()
  const log = shop.app.log
  const lost = vi.spyOn(log, 'warn')
  const stop = await followCacheInvalidations({ url: network.url, orm: shop.deps.orm, cache, log, checkEveryMs: 200 })
  expect(cache.isListening).toBe(true)

  network.dropSilently()
  await expect.poll(() => lost.mock.calls.length).toBe(1)
  await expect.poll(() => cache.isListening).toBe(true)
  const before = cache.generation
  await shop.query(`select pg_notify('catalogue_changed', '')`)
  await expect.poll(() => cache.generation).toBe(before + 1)
  await stop()
})

it('leaves no connection because the process itself stood still for longer than a probe may take', async () => {
  await using shop = await buildTestApp()
  const listener = await listenForChanges(shop.databaseUrl, () => undefined)
  await shop.query('select')
  const hears = await listener.hears(async (id) => {
    const sent = shop.query('select pg_notify($1, $2)', [probeChannel, id])
    setImmediate(standStill)
    await sent
  })
  await listener.close()
  expect(hears).toBe(true)
})
function standStill() {
  for (const endsAt = performance.now() + 5_200; performance.now() < endsAt; );
}

it('leaves a connection that has died before it heard anything', async () => {
  await using shop = await buildTestApp()
  await using network = await networkTo(shop.databaseUrl)
  const cache = new ResponseCache()
  const { orm } = shop.deps
  const drop = vi.fn(network.dropSilently)
  const fork = () => {
    if (drop.mock.calls.length === 0) drop()
    return orm.em.fork()
  }
  const stop = await followCacheInvalidations({
    url: network.url,
    orm: { em: { fork } } as unknown as MikroORM,
    cache,
    log: shop.app.log,
    checkEveryMs: 200,
  })
  await expect.poll(() => cache.isListening).toBe(true)
  await stop()
})

it('shows the administrator her own change, however late the notification is', async () => {
  await using other = await buildTestApp()
  await using network = await networkTo(other.databaseUrl, { delayMs: 150 })
  await using shop = await buildTestApp({ databaseUrl: other.databaseUrl, directUrl: network.url })
  const { id } = await makeProduct(other.deps.orm, await makeCategory(other.deps.orm, 'Oud'), { price: 5_000 })
  const headers = await logIn(other.deps.orm)
  const url = `/api/products/${id}`
  const read = async () => (await shop.app.inject({ url })).json()
  await expect.poll(async () => (await read()).price).toBe(5_000)
  const { name, description, image, categoryId } = await read()
  for (const price of [6_000, 7_000, 8_000]) {
    const payload = { name, description, image, categoryId, price }
    const idempotencyKey = price === 7_000 ? { 'idempotency-key': 'seven' } : {}
    const answer = await shop.app.inject({ method: 'PUT', url, headers: { ...headers, ...idempotencyKey }, payload })
    expect(answer.statusCode).toBe(200)
    expect((await read()).price).toBe(price)
    expect((await read()).price).toBe(price)
  }
})
