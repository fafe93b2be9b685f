import { newClient } from '@marashi/postgres/connection'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { makeCategory, makeProduct } from '../../testing/factories.ts'

let shop: TestApp
let productId: string
beforeAll(async () => {
  shop = await buildTestApp({ env: { LIMIT_REVIEWS: '5/3600', LIMIT_WEBHOOKS: '3/60', LIMIT_QUOTES: '2/60' } })
  const { orm } = shop.deps
  productId = (await makeProduct(orm, await makeCategory(orm, 'Oud'), { price: 100 })).id
})
afterAll(() => shop[Symbol.asyncDispose]())

const review = () =>
  shop.app.inject({
    method: 'POST',
    url: `/api/products/${productId}/reviews`,
    payload: { rating: 5, content: 'Lasts the whole day.' },
  })

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
