import { createHash } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@marashi/postgres/embedded'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadStorefront } from '../pages/storefront-bundle.ts'
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts'
import { logIn, makeCategory, makeProduct } from '../testing/factories.ts'
import { orderRequest } from '../testing/order-request.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open-database.ts'

const AWAY = 'The shop’s database cannot be reached at the moment. Please try again in a moment.'

let dir: string | undefined
let server: EmbeddedPostgres | undefined
let shop: TestApp
let known: string
let session: Record<string, string>
const lines: string[] = []

beforeAll(async () => {
  const storefront = await loadStorefront()
  dir = mkdtempSync(path.join(os.tmpdir(), 'marashi-away-'))
  chmodSync(dir, 0o755)
  server = await startEmbeddedPostgres({ dir: path.join(dir, 'postgres'), durable: false })
  const databaseUrl = server.url('postgres')
  const orm = await openDatabase(databaseUrl)
  await migrate(orm)
  await orm.close()
  shop = await buildTestApp({
    databaseUrl,
    storefront,
    logTo: { write: (line) => void lines.push(line) },
    env: { LOG_LEVEL: 'info', LIMIT_LOGINS: '5/900' },
  })
  known = (await makeProduct(shop.deps.orm, await makeCategory(shop.deps.orm, 'Oud'), { name: 'Oud Tausi' })).id
  session = await logIn(shop.deps.orm)
  // The last good copies of a page, a list and a call. None is cached before the notification of the new perfume arrives.
  await vi.waitUntil(async () => {
    for (const url of [`/product/${known}`, '/api/categories', '/trpc/catalogue.categories']) await shop.app.inject(url)
    return shop.cache.count === 3
  })
  await server.stop()
  await vi.waitUntil(() => !shop.cache.isListening)
}, 60_000)

beforeEach(() => void lines.splice(0))

afterAll(async () => {
  await shop?.[Symbol.asyncDispose]()
  await server?.stop()
  if (dir) rmSync(dir, { recursive: true, force: true })
})

const faults = () => lines.map((line) => JSON.parse(line)).filter(({ level }) => level >= 50)

describe('while the database is away', () => {
  it.each(['/product', '/api/categories', '/trpc/catalogue.categories'])(
    'shows the last good copy of %s, and says that it is one',
    async (start) => {
      const url = start === '/product' ? `/product/${known}?fbclid=1` : start
      const { statusCode, headers, body } = await shop.app.inject({ url, headers: { 'accept-encoding': 'identity' } })
      expect(statusCode).toBe(200)
      expect(headers).toMatchObject({ warning: '110 - "Response is Stale"', age: expect.stringMatching(/^\d+$/) })
      expect(body).toMatch(/Oud/)
      expect(faults()).toEqual([])
    },
  )

  it('shows a shopper on another page what is wrong, in the shop’s look, with a way to retry', async () => {
    const { statusCode, headers, body } = await shop.app.inject('/shop?sort=price-low&fbclid=IwAR')
    expect(statusCode).toBe(503)
    expect(headers).toMatchObject({ 'retry-after': '5', 'cache-control': 'no-store' })
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(body).toContain(AWAY)
    expect(body).toMatch(/<a href="\/shop\?sort=price-low"[^>]*>Retry<\/a>/)
    expect(body).toContain('<title>The shop is away for a moment. | Marashi</title>')
    expect(body).not.toContain('IwAR')
    const policy = String(headers['content-security-policy'])
    const inline = [...body.matchAll(/<(?:script|style)>(.+?)<\/(?:script|style)>/gs)]
    expect(inline.length).toBeGreaterThan(1)
    for (const [, text = ''] of inline) {
      expect(policy).toContain(createHash('sha256').update(text).digest('base64'))
    }
  })

  it('writes the cause once, with the request, and nothing of what was asked for', async () => {
    await shop.app.inject('/shop?search=secret-wish')
    const [fault, ...more] = faults()
    expect(more).toEqual([])
    expect(fault).toMatchObject({ msg: 'a page failed', reqId: expect.any(String) })
    expect(JSON.stringify(fault)).toMatch(/ECONNREFUSED/)
    expect(lines.join()).not.toContain('secret-wish')
  })

  const order = orderRequest({ id: '11111111-1111-4111-8111-111111111111', name: 'Oud', price: 4_500 })
  it.each([
    ['a list over REST', () => ({ url: '/api/products?limit=7' })],
    ['a call over tRPC', () => ({ url: `/trpc/catalogue.products?input=${encodeURIComponent('{"limit":7}')}` })],
    ['an order over REST', () => ({ method: 'POST', url: '/api/orders', payload: order })],
    ['a login', () => ({ method: 'POST', url: '/api/admin/login', payload: { password: 'wrong' } })],
    ['the orders', () => ({ url: '/api/admin/orders', headers: session })],
    ['the orders as a file', () => ({ url: '/api/admin/orders.csv', headers: session })],
    ['the sitemap', () => ({ url: '/sitemap.xml' })],
  ] as const)('answers 503 with the truth: %s', async (_, request) => {
    const { statusCode, headers, body } = await shop.app.inject(request() as object)
    expect(body).toContain(AWAY)
    expect(statusCode).toBe(503)
    expect(headers['retry-after']).toBe('5')
    expect(faults()).toHaveLength(1)
  })
})
