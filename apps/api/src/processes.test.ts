import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { newPool } from '@marashi/postgres/connection'
import { cloneDatabase } from '@marashi/postgres/test-databases'
import { describe, expect, inject, it } from 'vitest'
import { openDatabase } from './db/open-database.ts'
import { makeCategory, makeProduct } from './testing/factories.ts'
import { orderRequest } from './testing/order-request.ts'
import { hasProxy, proxyNames, type RunningProxy, startProxy, startRoundRobin } from './testing/proxies.ts'
import { isShed, startShopProcesses, untilServed } from './testing/shop-processes.ts'

/** Three processes on one database with one perfume. */
async function openShop() {
  const template = inject('databaseTemplate')
  const { url, drop } = await cloneDatabase(template)
  const orm = await openDatabase(url)
  const { id } = await makeProduct(orm, await makeCategory(orm, 'Oud'), { name: 'Oud Tausi', price: 1_000 })
  await orm.close()
  const shop = await startShopProcesses(3, url, { DRAIN_SECONDS: '2' })
  const pool = newPool(url, { max: 1 })
  const server = newPool(template.serverUrl, { max: 1 })
  const database = new URL(url).pathname.slice(1)
  return {
    ...shop,
    /** Ends every connection to the database, and lets nobody in again before `giveDatabaseBack`. */
    takeDatabaseAway: async () => {
      await server.query(`alter database ${database} allow_connections false`)
      await server.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [database])
    },
    giveDatabaseBack: () => server.query(`alter database ${database} allow_connections true`),
    productId: id,
    query: (sql: string, values?: unknown[]) => pool.query(sql, values),
    orderNumbers: async () =>
      (await pool.query<{ order_number: string }>('select order_number from orders')).rows.map(
        (row) => row.order_number,
      ),
    async [Symbol.asyncDispose]() {
      await shop[Symbol.asyncDispose]()
      await pool.end()
      await server.end()
      await drop()
    },
  }
}

/** Shoppers who read and order through a proxy until they are stopped; answers what they saw. */
function letShoppersIn({ port }: RunningProxy, productId: string) {
  const failures: string[] = []
  const orders: string[] = []
  let isOpen = true
  const order = JSON.stringify(orderRequest({ id: productId, name: 'Oud Tausi', price: 1_000 }))
  async function ask(address: string, init?: RequestInit): Promise<unknown> {
    const method = init?.method ?? 'GET'
    try {
      const answer = await fetch(`http://127.0.0.1:${port}${address}`, init)
      const body = await answer.text()
      if (answer.ok) return body
      // A loaded machine says nothing about a restart: searches wait a second at most there, and reads are shed.
      const isTooMuch = isShed(answer.status, body) || (answer.status === 503 && body.includes('Too many searches'))
      if (method === 'GET' && isTooMuch) return undefined
      failures.push(`${method} ${address}: ${answer.status} ${body.slice(0, 200)}`)
    } catch (error) {
      failures.push(`${method} ${address}: ${error instanceof Error ? (error.cause ?? error) : error}`)
    }
    return undefined
  }
  async function shop(): Promise<void> {
    while (isOpen) {
      await ask(`/product/${productId}?page=${orders.length}`)
      await ask(`/api/products?search=${randomUUID().slice(0, 4)}`)
      const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() }
      const receipt = await ask('/api/orders', { method: 'POST', headers, body: order })
      if (typeof receipt === 'string') orders.push((JSON.parse(receipt) as { orderNumber: string }).orderNumber)
      await wait(20)
    }
  }
  const shoppers = Array.from({ length: 6 }, shop)
  return {
    /** How many orders they have been told of. */
    count: () => orders.length,
    leave: async () => {
      isOpen = false
      await Promise.all(shoppers)
      return { failures, orders }
    },
  }
}

const patiently = { timeout: 60_000 }

describe('three processes', { timeout: 180_000 }, () => {
  const restartInTurn = async (openProxy: (ports: readonly number[]) => Promise<RunningProxy>) => {
    await using shop = await openShop()
    await using proxy = await openProxy(shop.ports)
    const shoppers = letShoppersIn(proxy, shop.productId)
    for (const each of shop.processes) await each.restart()
    const { failures, orders } = await shoppers.leave()
    expect(failures).toEqual([])
    expect(orders.length).toBeGreaterThan(100)
    expect((await shop.orderNumbers()).toSorted()).toEqual(orders.toSorted())
  }

  it('are restarted in turn, and no shopper notices', () => restartInTurn(startRoundRobin))

  for (const name of proxyNames) {
    it.skipIf(!hasProxy(name))(`are restarted in turn, and no shopper behind ${name} notices`, () =>
      restartInTurn((ports) => startProxy(name, ports)),
    )
  }

  for (const name of proxyNames) {
    it.skipIf(!hasProxy(name))(`show their last good pages behind ${name} while the database is away`, async () => {
      await using shop = await openShop()
      await using proxy = await startProxy(name, shop.ports)
      const statuses = (address: string) =>
        Promise.all(
          shop.ports.map(async (port) => (await untilServed(() => fetch(`http://127.0.0.1:${port}${address}`))).status),
        )
      const page = `/product/${shop.productId}`
      expect(await statuses(page)).toEqual([200, 200, 200])

      await shop.takeDatabaseAway()
      await expect.poll(() => statuses('/readyz'), patiently).toEqual([503, 503, 503])
      // Each proxy asks every second.
      await wait(2_500)
      const ask = (address: string, init?: RequestInit) => fetch(`http://127.0.0.1:${proxy.port}${address}`, init)
      const order = {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
        body: JSON.stringify(orderRequest({ id: shop.productId, name: 'Oud Tausi', price: 1_000 })),
      }
      for (const answer of await Promise.all(Array.from({ length: 6 }, () => untilServed(() => ask(page))))) {
        expect(answer.status).toBe(200)
        expect(answer.headers.get('warning')).toBe('110 - "Response is Stale"')
      }
      expect((await ask('/api/orders', order)).status).toBe(503)

      await shop.giveDatabaseBack()
      await expect.poll(async () => (await ask('/api/orders', order)).status, patiently).toBe(201)
      expect(await shop.orderNumbers()).toHaveLength(1)
    })
  }

  it('show a change of one at once, and share sessions and limits', async () => {
    await using shop = await openShop()
    const ask = (nth: number, address: string, init?: RequestInit) =>
      untilServed(() => fetch(`http://127.0.0.1:${shop.ports[nth]}/api${address}`, init))
    const send = (nth: number, address: string, body: object, headers = {}) =>
      ask(nth, address, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      })
    const prices = () =>
      Promise.all(
        shop.ports.map(async (_, nth) => {
          const product = await ask(nth, `/products/${shop.productId}`)
          return ((await product.json()) as { price: number }).price
        }),
      )
    expect(await prices()).toEqual([1_000, 1_000, 1_000])
    for (const price of [1_100, 1_200, 1_300]) {
      await shop.query('update products set price = $1', [price])
      // A copy serves for ten minutes: it goes sooner only because the others are notified.
      await expect.poll(prices, { interval: 20 }).toEqual([price, price, price])
    }

    const login = await send(0, '/admin/login', { password: 'sandalwood at dawn' })
    const cookie = login.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ')
    const sessions = () =>
      Promise.all(shop.ports.map(async (_, nth) => (await ask(nth, '/admin/orders', { headers: { cookie } })).status))
    expect(await sessions()).toEqual([200, 200, 200])
    await send(2, '/admin/logout', {}, { cookie })
    expect(await sessions()).toEqual([401, 401, 401])

    const statuses: number[] = []
    for (const [time, nth] of [0, 1, 2, 0, 1, 2].entries()) {
      const review = { rating: 5, content: `Lasts the whole day, ${time} times.` }
      statuses.push((await send(nth, `/products/${shop.productId}/reviews`, review)).status)
    }
    expect(statuses).toEqual([201, 201, 201, 429, 429, 429])
  })

  it('lose no order that a shopper was told of when one is killed', async () => {
    await using shop = await openShop()
    await using proxy = await startRoundRobin(shop.ports)
    const shoppers = letShoppersIn(proxy, shop.productId)
    await expect.poll(shoppers.count, patiently).toBeGreaterThan(25)
    await shop.processes[0]?.kill()
    await expect.poll(shoppers.count, patiently).toBeGreaterThan(50)
    const { failures, orders } = await shoppers.leave()
    // Each shopper had at most one request in that process.
    expect(failures.length).toBeLessThanOrEqual(6)
    const stored = new Set(await shop.orderNumbers())
    expect(orders.filter((number) => !stored.has(number))).toEqual([])
  })
})
