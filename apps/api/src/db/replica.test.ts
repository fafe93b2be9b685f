import { startTestServer, type TestServer } from '@marashi/postgres/testing/start-test-server'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts'
import { makeCategory, makeProduct } from '../testing/factories.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open-database.ts'

type Standby = Awaited<ReturnType<TestServer['startStandby']>>

let server: TestServer
let standby: Standby
let shop: TestApp
let productId: string
const lines: string[] = []

beforeAll(async () => {
  server = await startTestServer()
  const orm = await openDatabase(server.socketUrl('postgres'))
  await migrate(orm)
  productId = (await makeProduct(orm, await makeCategory(orm, 'Oud'), { name: 'Oud Zahra', price: 1_000 })).id
  await orm.close()
  standby = await server.startStandby()
  shop = await openShop(standby.url('postgres'))
}, 60_000)

beforeEach(async () => {
  await expect.poll(standbyReads).toBe(true)
  lines.splice(0)
})
afterAll(async () => {
  await shop[Symbol.asyncDispose]()
  await standby[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

const METRICS_TOKEN = 'a word for Prometheus'
const openShop = (readUrl: string) =>
  buildTestApp({
    databaseUrl: server.socketUrl('postgres'),
    readUrl,
    env: { LOG_LEVEL: 'info', METRICS_TOKEN },
    logTo: { write: (line) => void lines.push(line) },
  })

const change = (price: number) => shop.query('update products set price = $1 where id = $2', [price, productId])
const shown = async () => (await shop.app.inject(`/api/products/${productId}`)).json<{ price: number }>().price
let nth = 0
/** A list that no cache knows. */
const list = () => shop.app.inject(`/api/products?page=${++nth}&limit=40`)

/** Whether the standby has answered a list. */
async function standbyReads(): Promise<boolean> {
  const { replica } = shop.deps
  if (!replica) throw new Error('This shop has no replica.')
  const read = vi.spyOn(replica, 'read')
  expect((await list()).statusCode).toBe(200)
  const answers: unknown[] = await Promise.all(read.mock.results.map(({ value }) => value))
  read.mockRestore()
  return answers.length === 1 && answers[0] !== undefined
}

/** What the metrics say of it. */
async function gauge(): Promise<number> {
  const { body } = await shop.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  return Number(/^marashi_replica_is_used (\d)$/m.exec(body)?.[1])
}

const logged = (message: string) => lines.filter((line) => line.includes(message))

describe('a shop with a read replica', () => {
  it('never shows or keeps a price of before a change, however late the replica replays it', async () => {
    for (let price = 2_000; price < 2_010; price++) {
      if (price % 5 === 0) await standby.pause()
      await change(price)
      await expect.poll(shown, { interval: 5 }).toBe(price)
      if (price % 5 === 0) {
        for (let each = 0; each < 5; each++) expect(await shown()).toBe(price)
        await standby.resume()
      }
      expect(await shown()).toBe(price)
    }
  })

  it('asks the primary while the replica is too far behind, and says so once', async () => {
    await standby.pause()
    await shop.query('create table written_meanwhile as select 1 as one')
    await expect.poll(() => logged('not used')).toHaveLength(1)
    expect(logged('not used')[0]).toContain('too far behind')
    expect(await standbyReads()).toBe(false)
    expect(await gauge()).toBe(0)
    await standby.resume()
    await expect.poll(() => logged('used again')).toHaveLength(1)
    await expect.poll(standbyReads).toBe(true)
    await expect.poll(gauge).toBe(1)
    await shop.query('drop table written_meanwhile')
  })

  it('lets no shopper feel that the replica dies', async () => {
    await standby.kill()
    for (let each = 0; each < 10; each++) expect((await list()).statusCode).toBe(200)
    await expect.poll(() => logged('not used')).toHaveLength(1)
    expect((await list()).statusCode).toBe(200)
    await standby.start()
    await expect.poll(() => logged('used again')).toHaveLength(1)
  })

  it.each([
    ['leads to the primary', () => server.socketUrl('postgres')],
    ['leads nowhere', () => 'postgresql://127.0.0.1:1/postgres'],
  ])('opens and asks the primary where DATABASE_READ_URL %s', async (_, url) => {
    await using other = await openShop(url())
    await expect.poll(() => logged('not used').length).toBe(1)
    expect((await other.app.inject('/api/products')).statusCode).toBe(200)
  })
})
