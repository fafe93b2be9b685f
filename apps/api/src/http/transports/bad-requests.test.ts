import { errorStatuses } from '@marashi/domain/contracts/error-codes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await buildTestApp()
})
afterAll(() => shop[Symbol.asyncDispose]())

const statusOf = new Map<string, number>(Object.entries(errorStatuses))
const json = { 'content-type': 'application/json' }

describe('a request that cannot be right', () => {
  it.each([
    ['malformed JSON', { method: 'POST', url: '/api/orders', headers: json, payload: '{"order":' }, 400],
    ['a body that is no object', { method: 'POST', url: '/api/orders', headers: json, payload: '[]' }, 400],
    ['JSON null', { method: 'POST', url: '/api/orders', headers: json, payload: 'null' }, 400],
    ['an empty JSON body', { method: 'POST', url: '/api/orders', headers: json, payload: '' }, 400],
    ['no body at all', { method: 'POST', url: '/api/orders' }, 400],
    [
      '__proto__ in the body',
      { method: 'POST', url: '/api/orders', headers: json, payload: '{"__proto__":{"x":1}}' },
      400,
    ],
    [
      'constructor.prototype in the body',
      { method: 'POST', url: '/api/orders', headers: json, payload: '{"constructor":{"prototype":{"x":1}}}' },
      400,
    ],
    [
      'a huge body',
      { method: 'POST', url: '/api/orders', headers: json, payload: JSON.stringify({ a: 'x'.repeat(200_000) }) },
      413,
    ],
    [
      'another content type',
      { method: 'POST', url: '/api/orders', headers: { 'content-type': 'text/xml' }, payload: '<a/>' },
      415,
    ],
    ['an unknown path', { method: 'GET', url: '/api/nothing' }, 404],
    ['an unknown method', { method: 'DELETE', url: '/api/products' }, 404],
    ['a broken escape in the path', { method: 'GET', url: '/api/products/%zz' }, 400],
    ['a parameter that is not known', { method: 'GET', url: '/api/products?pagee=2' }, 400],
    ['a parameter where there is none', { method: 'GET', url: '/api/categories?fbclid=1' }, 400],
    ['a parameter of a write', { method: 'POST', url: '/api/orders?dryRun=true', payload: {} }, 400],
    ['an endless id', { method: 'GET', url: `/api/products/${'9'.repeat(2_000)}` }, 404],
    ['a NUL in an id', { method: 'GET', url: '/api/products/%00' }, 400],
  ] as const)('answers %s with {error, code}', async (_what, request, status) => {
    const answer = await shop.app.inject(request as object)
    expect(answer.statusCode).toBe(status)
    const { error, code } = answer.json()
    expect(error).toMatch(/\w/)
    expect(statusOf.get(code), code).toBe(status)
    expect(answer.json()).toMatchObject({ status, detail: error, title: expect.stringMatching(/\w/) })
    expect(answer.json().type).toBe(`http://shop.test/api/docs/?code=${code}#description/error-codes`)
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(answer.body).not.toMatch(/node_modules|\.ts:|select |prototype property/)
  })

  it.each([
    ['malformed JSON', { method: 'POST', url: '/trpc/checkout.placeOrder', headers: json, payload: '{' }],
    [
      '__proto__',
      { method: 'POST', url: '/trpc/checkout.placeOrder', headers: json, payload: '{"__proto__":{"x":1}}' },
    ],
    ['an unknown procedure', { method: 'GET', url: '/trpc/catalogue.secrets' }],
    ['a batch', { method: 'GET', url: '/trpc/catalogue.categories,catalogue.categories?batch=1' }],
    ['input that is no JSON', { method: 'GET', url: '/trpc/catalogue.product?input={' }],
  ] as const)('is refused on tRPC too: %s', async (_what, request) => {
    const answer = await shop.app.inject(request as object)
    expect(answer.statusCode).toBeGreaterThanOrEqual(400)
    expect(answer.statusCode).toBeLessThan(500)
  })
})

describe('a problem document', () => {
  it.each([
    ['*/*', 'application/json'],
    ['application/json', 'application/json'],
    ['application/problem+json, application/json', 'application/problem+json'],
  ])('to a caller who accepts %s is %s, and holds the same', async (accept, type) => {
    const answer = await shop.app.inject({ url: '/api/nothing', headers: { accept } })
    expect(answer.headers['content-type']).toBe(`${type}; charset=utf-8`)
    expect(answer.json()).toEqual({
      error: 'There is nothing at this address.',
      code: 'NOT_FOUND',
      type: 'http://shop.test/api/docs/?code=NOT_FOUND#description/error-codes',
      title: 'Not found',
      status: 404,
      detail: 'There is nothing at this address.',
    })
  })

  it('is no part of an answer over tRPC', async () => {
    const answer = await shop.app.inject('/trpc/admin.session.current')
    expect(answer.json().error.data).not.toHaveProperty('detail')
  })
})

describe('a write from another site', () => {
  it.each<Record<string, string>>([
    { origin: 'https://evil.test' },
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'null' },
    // Somebody between shopper and shop can write a page at the shop's http address.
    { origin: 'https://localhost:4100', host: 'localhost:4100' },
  ])('is refused: %j', async (headers) => {
    for (const url of ['/api/orders', '/trpc/checkout.placeOrder']) {
      expect(
        (await shop.app.inject({ method: 'POST', url, headers: { ...json, ...headers }, payload: '{}' })).statusCode,
      ).toBe(403)
    }
  })

  it.each([{ origin: 'http://shop.test' }, { origin: 'http://localhost:4100', host: 'localhost:4100' }, {}])(
    'but not from our own: %j',
    async (headers) => {
      const answer = await shop.app.inject({
        method: 'POST',
        url: '/api/orders',
        headers: { ...json, ...(headers as Record<string, string>) },
        payload: '{}',
      })
      expect(answer.statusCode).toBe(400)
    },
  )
})

describe('an answer', () => {
  it.each([
    ['POST', '/api/orders'],
    ['POST', '/api/admin/login'],
    ['GET', '/api/orders/11111111-1111-4111-8111-111111111111/payment-status'],
    ['GET', '/api/admin/orders'],
    ['GET', '/trpc/admin.session.current'],
    ['GET', '/healthz'],
  ] as const)('is kept by no browser and no proxy unless it says so: %s %s', async (method, url) => {
    const { headers } = await shop.app.inject({ method, url })
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['permissions-policy']).toContain('camera=()')
  })

  it('may be kept and asked for again where it is the same for everybody', async () => {
    for (const url of ['/api/products', '/api/categories'])
      expect((await shop.app.inject(url)).headers['cache-control']).toBe('no-cache')
  })
})

describe('an internal error', () => {
  it('is reported with a request id and without internals', async () => {
    const broken = await buildTestApp()
    try {
      await broken.query('alter table categories rename column description to gone')
      const rest = await broken.app.inject('/api/categories')
      expect(rest.statusCode).toBe(500)
      const { requestId } = rest.json()
      expect(rest.json()).toEqual({
        error: 'Something went wrong on our side.',
        code: 'INTERNAL_SERVER_ERROR',
        requestId: expect.any(String),
        type: expect.stringContaining('?code=INTERNAL_SERVER_ERROR#'),
        title: 'A failure of the shop',
        status: 500,
        detail: 'Something went wrong on our side.',
        instance: `tag:shop.test,2026:request/${requestId}`,
      })
      const trpc = await broken.app.inject('/trpc/catalogue.categories')
      expect(trpc.statusCode).toBe(500)
      expect(trpc.body).not.toMatch(/description|select|stack/)
    } finally {
      await broken[Symbol.asyncDispose]()
    }
  })
})

describe('health', () => {
  it('is ready with database and schema in order', async () => {
    expect((await shop.app.inject('/healthz')).statusCode).toBe(200)
    expect((await shop.app.inject('/readyz')).json()).toEqual({ status: 'ready' })
  })
})
