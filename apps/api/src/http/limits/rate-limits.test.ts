import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { connectionOptions, newClient } from '@marashi/postgres/connection'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseTrouble } from '../../db/database-failure.ts'
import { readEnvironment } from '../../env.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { logIn, makeCategory, makeProduct } from '../../testing/factories.ts'
import { makeLimits, openLimitsPool } from './rate-limits.ts'

let shop: TestApp
let productId: string
beforeAll(async () => {
  shop = await buildTestApp({ env: { LIMIT_REVIEWS: '5/3600', LIMIT_WEBHOOKS: '3/60', LIMIT_QUOTES: '2/60' } })
  const { orm } = shop.deps
  productId = (await makeProduct(orm, await makeCategory(orm, 'Oud'), { price: 100 })).id
})
afterAll(() => shop[Symbol.asyncDispose]())

let reviews = 0
/** The same words would be the same review, which counts once. */
const words = () => ({ rating: 5, content: `Lasts the whole day, ${++reviews} times.` })
const review = () => shop.app.inject({ method: 'POST', url: `/api/products/${productId}/reviews`, payload: words() })

describe('a limit that is counted in the database', () => {
  it('waits for a lock no longer than two seconds, says when to try again, and blocks nobody else', {
    timeout: 30_000,
  }, async () => {
    expect((await review()).statusCode).toBe(201)
    const holder = newClient(shop.databaseUrl)
    await holder.connect()
    await holder.query('begin; lock table rate_limits in access exclusive mode')
    const began = performance.now()
    const answers = await Promise.all([review(), review(), review(), review()])
    const seconds = (performance.now() - began) / 1_000
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([503, 503, 503, 503])
    for (const { headers } of answers) expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    // Two wait for the lock, the others for a connection and then for the lock; the rest is for a busy machine.
    expect(seconds).toBeLessThan(10)
    expect((await shop.app.inject('/api/products')).statusCode).toBe(200)
    await holder.query('rollback')
    await holder.end()
    expect((await review()).statusCode).toBe(201)
  })
})

describe('the connections of the limits', () => {
  it('give a database up that has fallen silent, and find it again', { timeout: 30_000 }, async () => {
    await using route = await routeTo(shop.databaseUrl)
    const pool = openLimitsPool(route.url, { answerWithinMs: 500 })
    const limits = makeLimits(pool, readEnvironment({ LIMIT_REVIEWS: '5/60' }))
    await limits.deed('reviews', 'silence')
    route.fallSilent()
    const failure = await limits.deed('reviews', 'silence').catch((error: unknown) => error)
    expect(databaseTrouble(failure)).toBe('unreachable')
    route.speakAgain()
    await limits.deed('reviews', 'silence')
    await pool.end()
  })
})

/** A way to the database on which nothing arrives while it is silent; connections stay open. */
async function routeTo(databaseUrl: string) {
  const { host, port, user, database, password } = connectionOptions(databaseUrl)
  const sockets = new Set<Socket>()
  let isSilent = false
  const server = createServer((near) => {
    const far = connect(port, host)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', (bytes) => isSilent || to.write(bytes))
      from.on('error', () => to.destroy())
      from.on('close', () => to.destroy())
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const own = new URL(`postgresql://127.0.0.1:${(server.address() as AddressInfo).port}/${database}`)
  own.username = user
  own.password = typeof password === 'string' ? password : ''
  return {
    url: own.href,
    fallSilent: () => {
      isSilent = true
    },
    speakAgain: () => {
      isSilent = false
    },
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

describe('a limit of networks', () => {
  it('holds ten times as much for a /48 of IPv6, whichever of its networks come', async () => {
    await using busy = await buildTestApp({ env: { LIMIT_NETWORK_REVIEWS: '1/3600', LIMIT_REVIEWS: '2/3600' } })
    const product = await makeProduct(busy.deps.orm, await makeCategory(busy.deps.orm, 'Musk'), { price: 100 })
    const reviewFrom = async (remoteAddress: string) => {
      const url = `/api/products/${product.id}/reviews`
      return (await busy.app.inject({ method: 'POST', url, payload: words(), remoteAddress })).statusCode
    }
    for (let nth = 0; nth < 10; nth++) expect(await reviewFrom(`2c0f:fe38:1:${nth}::1`)).toBe(201)
    expect(await reviewFrom('2c0f:fe38:1:ff::1')).toBe(429)
    expect(await reviewFrom('2c0f:fe38:2:ff::1')).toBe(201)
    expect(await reviewFrom('41.90.1.2')).toBe(201)
  })
})

describe('a limit that is counted on arrival', () => {
  const quote = (more: object = {}) =>
    shop.app.inject({
      method: 'POST',
      url: '/api/checkout/quote',
      payload: { items: [{ productId, quantity: 1 }], deliveryLocation: 'embu' },
      ...more,
    })
  const overTrpc = (remoteAddress: string) => {
    const input = JSON.stringify({ items: [{ productId, quantity: 1 }], deliveryLocation: 'embu' })
    return shop.app.inject({ url: `/trpc/checkout.quote?input=${encodeURIComponent(input)}`, remoteAddress })
  }

  it('is one for both transports, and says in both when to try again', async () => {
    const remoteAddress = '203.0.113.1'
    expect((await quote({ remoteAddress })).statusCode).toBe(200)
    expect((await overTrpc(remoteAddress)).statusCode).toBe(200)
    for (const answer of [await quote({ remoteAddress }), await overTrpc(remoteAddress)]) {
      expect(answer.statusCode).toBe(429)
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
      expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(60)
    }
    expect((await quote({ remoteAddress: '203.0.113.2' })).statusCode).toBe(200)
  })

  it('is not used up by the owner or by a key behind the same address', async () => {
    const remoteAddress = '203.0.113.5'
    const session = await logIn(shop.deps.orm)
    const payload = { name: 'Till', scopes: ['orders:write'] }
    const { key } = (
      await shop.app.inject({ method: 'POST', url: '/api/admin/api-keys', headers: session, payload })
    ).json()
    for (const headers of [session, { authorization: `Bearer ${key}` }])
      for (let nth = 0; nth < 3; nth++) expect((await quote({ remoteAddress, headers })).statusCode).toBe(200)
    expect((await quote({ remoteAddress })).statusCode).toBe(200)
    const guessed = { cookie: session.cookie?.replace(/=.*/, '=guessed') ?? '' }
    expect((await quote({ remoteAddress, headers: guessed })).statusCode).toBe(200)
    expect((await quote({ remoteAddress, headers: guessed })).statusCode).toBe(429)
  })

  it('refuses whoever guesses secret addresses of webhooks, and nobody else', async () => {
    const guess = (remoteAddress: string) =>
      shop.app.inject({ method: 'POST', url: '/api/hooks/pay/guessed', payload: {}, remoteAddress })
    for (let nth = 0; nth < 3; nth++) expect((await guess('203.0.113.3')).statusCode).toBe(404)
    const refused = await guess('203.0.113.3')
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await guess('203.0.113.4')).statusCode).toBe(404)
  })
})
