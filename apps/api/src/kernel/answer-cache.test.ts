import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts'
import { makeCategory, makeProduct } from '../testing/factories.ts'

let shop: TestApp

beforeAll(async () => {
  shop = await buildTestApp()
  const category = await makeCategory(shop.deps.orm, 'Oud')
  for (let nth = 0; nth < 12; nth++) await makeProduct(shop.deps.orm, category, { name: `Oud ${nth}` })
})
afterAll(() => shop[Symbol.asyncDispose]())

const ask = (url: string, headers: Record<string, string> = {}) => shop.app.inject({ url, headers })

/** A connection's own headers, which say nothing about the answer. */
function lasting({ date, connection, ...headers }: Record<string, unknown>) {
  return headers
}

describe('a remembered answer', () => {
  it('is the first answer again, its security headers included', async () => {
    const first = await ask('/api/products')
    const again = await ask('/api/products')
    expect(again.body).toBe(first.body)
    expect(lasting(again.headers)).toEqual(lasting(first.headers))
    expect(again.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-cache' })
  })

  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('comes in %s to a browser that takes it, the first time and every time', async (encoding, unpack) => {
    const plain = await ask(`/api/products?sort=price-low&limit=12`)
    for (let time = 0; time < 3; time++) {
      const packed = await ask('/api/products?sort=price-low&limit=12', { 'accept-encoding': encoding })
      expect(packed.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' })
      expect(packed.headers['content-length']).toBe(String(packed.rawPayload.length))
      expect(unpack(packed.rawPayload).toString()).toBe(plain.body)
    }
  })

  it('becomes smaller once it is asked for again', async () => {
    const packed = () => ask('/api/products?sort=price-high&limit=12', { 'accept-encoding': 'br' })
    const first = await packed()
    await packed()
    await expect.poll(async () => (await packed()).rawPayload.length).toBeLessThan(first.rawPayload.length)
    expect(brotliDecompressSync((await packed()).rawPayload)).toEqual(brotliDecompressSync(first.rawPayload))
  })

  it('is never a refusal', async () => {
    expect((await ask('/api/products?limit=0')).statusCode).toBe(400)
    expect((await ask('/api/products?limit=0')).statusCode).toBe(400)
  })
})
