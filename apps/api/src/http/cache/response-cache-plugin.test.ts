import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { makeCategory, makeProduct } from '../../testing/factories.ts'

let shop: TestApp

beforeAll(async () => {
  shop = await buildTestApp()
  const category = await makeCategory(shop.deps.orm, 'Oud')
  for (let nth = 0; nth < 12; nth++) await makeProduct(shop.deps.orm, category, { name: `Oud ${nth}` })
})
afterAll(() => shop[Symbol.asyncDispose]())

const ask = (url: string, headers: Record<string, string> = {}) => shop.app.inject({ url, headers })

/** Headers of the connection, not of the response. */
function lasting({ date, connection, ...headers }: Record<string, unknown>) {
  return headers
}

describe('a cached response', () => {
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

  it('becomes smaller once it is asked for again and again', async () => {
    const packed = () => ask('/api/products?sort=price-high&limit=12', { 'accept-encoding': 'br' })
    const first = await packed()
    for (let time = 0; time < 4; time++) expect((await packed()).rawPayload.length).toBe(first.rawPayload.length)
    await expect.poll(async () => (await packed()).rawPayload.length).toBeLessThan(first.rawPayload.length)
    expect(brotliDecompressSync((await packed()).rawPayload)).toEqual(brotliDecompressSync(first.rawPayload))
  })

  it('is never a refusal', async () => {
    expect((await ask('/api/products?limit=0')).statusCode).toBe(400)
    expect((await ask('/api/products?limit=0')).statusCode).toBe(400)
  })

  it('answers HEAD with the headers of GET, and from the same entry', async () => {
    const url = '/api/products?limit=9'
    const first = await shop.app.inject({ method: 'HEAD', url })
    const get = await ask(url)
    const again = await shop.app.inject({ method: 'HEAD', url })
    for (const head of [first, again]) {
      expect(head.body).toBe('')
      expect(head.headers).toMatchObject({ etag: get.headers.etag, 'content-length': get.headers['content-length'] })
    }
    expect(await madeFor(url)).toBe(0)
  })

  it.each([
    ['a list', '/api/products?limit=5&page=4'],
    ['a call', call({ limit: 5, page: 4 })],
    ['a search', '/api/products?search=oud&page=900000'],
  ])('is no page past the end of %s, of which there are a million', async (_, url) => {
    expect(await madeFor(url)).toBe(0)
    const answer = await ask(url)
    expect(answer.headers).toMatchObject({ etag: expect.stringMatching(/^W\//), 'cache-control': 'no-cache' })
    expect(answer.body).toContain('"data":[]')
  })

  it('is one for a tRPC call as well', async () => {
    const url = `/trpc/catalogue.products?input=${encodeURIComponent(JSON.stringify({ limit: 5 }))}`
    const first = await ask(url)
    expect(first.headers.etag).toMatch(/^W\//)
    expect(await madeFor(url)).toBe(0)
    expect((await ask(url)).json()).toEqual(first.json())
  })
})

describe('a call that is written so that parsers of queries read it differently', () => {
  /** Written to the socket as it is: browsers and `inject` would escape it. */
  async function askAsWritten(path: string): Promise<string> {
    if (!shop.app.server.listening) await shop.app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = shop.app.server.address() as AddressInfo
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      get({ host: '127.0.0.1', port, path, agent: false }, resolve).on('error', reject)
    })
    return await text(answer)
  }

  it.each([
    ['an escaped name beside what is no UTF-8', '{"limit":3,"%6Cimit":11,"x":"%ff"}'],
    ['two inputs', '{"limit":3}&input={"limit":11}'],
    ['two inputs, the first without a value', '&input={"limit":3}'],
    ['a plus for a blank', '{"limit":3,+"search":"oud+1"}'],
  ])('is never the answer to another call: %s', async (_, input) => {
    const usual = await answersBefore()
    await askAsWritten(`/trpc/catalogue.products?input=${input}`)
    expect(await answersNow()).toEqual(usual)
  })

  const calls = [call({ limit: 3 }), call({ limit: 11 }), call({}), call({ limit: 3, search: 'oud 1' })]
  const answersNow = async () => (await Promise.all(calls.map((url) => ask(url)))).map((answer) => answer.body)
  /** What the calls answer; the cache has forgotten it afterwards. */
  async function answersBefore() {
    const answers = await answersNow()
    shop.cache.invalidate()
    return answers
  }
})

describe('one response for', () => {
  it.each([
    ['another order', '/api/products?limit=4&sort=price-low', '/api/products?sort=price-low&limit=4'],
    ['noise in a call', call({ limit: 8 }), `${call({ limit: 8 })}&_=1`],
    ['noise at a file', '/api/openapi.json', '/api/openapi.json?x=1'],
    ['another order in a call', call({ limit: 7, sort: 'name' }), `${call({ sort: 'name', limit: 7 })}&_=2`],
  ])('%s', async (_, plain, noisy) => {
    const first = await ask(plain)
    expect(first.statusCode).toBe(200)
    expect(await madeFor(noisy)).toBe(0)
    expect((await ask(noisy)).body).toBe(first.body)
  })

  it('an id in capitals', async () => {
    const [{ id } = { id: '' }] = await shop.query<{ id: string }>('select id from products limit 1')
    const first = await ask(`/api/products/${id}`)
    expect(first.statusCode).toBe(200)
    expect(await madeFor(`/api/products/${id.toUpperCase()}`)).toBe(0)
    expect((await ask(`/api/products/${id.toUpperCase()}`)).body).toBe(first.body)
  })

  it.each([
    ['a category', '/api/products?category=Oud', '/api/products?category=%20%20oUD%20'],
    ['a category in a call', call({ category: 'Oud' }), call({ category: ' OUD' })],
    ['no category', '/api/products?limit=6', '/api/products?limit=6&category=%20'],
    ['a search', '/api/products?search=oud%2011', '/api/products?search=%20OUd%20%20%2011'],
  ])('%s in capitals and between spaces', async (_, plain, other) => {
    const first = await ask(plain)
    expect(first.statusCode).toBe(200)
    expect(await madeFor(other)).toBe(0)
    expect((await ask(other)).body).toBe(first.body)
  })

  it.each([
    ['two pages', '/api/products?page=1&limit=2', '/api/products?page=2&limit=2'],
    ['two searches', '/api/products?search=oud%201', '/api/products?search=oud%202'],
  ])('not for %s', async (_, one, other) => {
    await ask(one)
    expect(await madeFor(other)).toBe(1)
  })
})

function call(input: object): string {
  return `/trpc/catalogue.products?input=${encodeURIComponent(JSON.stringify(input))}`
}

/** How many responses the request added to the cache: 0 when it was answered from the cache. */
async function madeFor(url: string): Promise<number> {
  const before = shop.cache.count
  expect((await ask(url)).statusCode).toBe(200)
  return shop.cache.count - before
}
