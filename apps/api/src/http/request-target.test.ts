import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadStorefront } from '../pages/storefront-bundle.ts'
import { askAsWritten } from '../testing/ask-as-written.ts'
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts'

let shop: TestApp
let port: number
beforeAll(async () => {
  shop = await buildTestApp({ storefront: await loadStorefront() })
  port = Number(new URL(await shop.app.listen({ host: '127.0.0.1', port: 0 })).port)
})
afterAll(() => shop[Symbol.asyncDispose]())

/** The status of a request whose target reaches the shop exactly as written; clients would tidy it first. */
async function statusOf(method: string, target: string): Promise<number> {
  const socket = connect(port, '127.0.0.1')
  try {
    socket.write(`${method} ${target} HTTP/1.1\r\nHost: shop.test\r\nConnection: close\r\n\r\n`)
    let answer = ''
    for await (const chunk of socket) answer += String(chunk)
    return Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1])
  } finally {
    socket.destroy()
  }
}

const unreadable = [
  '//',
  '///',
  '//[',
  '//:99999',
  '//host/',
  '//host/shop',
  '//shop.test/',
  '//shop.test:80/cart',
  '/\\host/',
  '\\\\host\\',
  '/%zz',
  '/%',
  '/%c0%af',
  '/shop/%E0%A4%A',
  '/product/%ff',
  '/%00',
  '/..//host/',
  '/.//host/',
  '/shop?%',
  '/shop?search=%zz',
  '/shop?search=%ff&page=%',
  `/${'a'.repeat(9_000)}`,
  `/product/${'%41'.repeat(3_000)}`,
  `/shop?search=${'a'.repeat(12_000)}`,
  '*',
  'shop',
  '?search=oud',
  'http://',
  'http://[/',
  'http://host:99999/',
  '/trpc/catalogue.products',
  'http://other.example/',
  'ftp://host/',
  'host:443',
  '/assets/%zz',
  '/assets/..%2f..%2fpackage.json',
  '/assets//etc/passwd',
  '/media/%00',
  '/media//x',
  '/admin/%zz',
  '/admin//',
  '/admin//host/',
  '/api//products',
  '/api/%zz',
  '/api/products/%',
  '/trpc//',
  '/trpc/%zz',
  '/sitemap.xml/%',
]

describe.each(['GET', 'HEAD', 'OPTIONS', 'POST', 'TRACE'])('an odd address, asked for with %s', (method) => {
  it.each(unreadable)('is never an internal error: %s', async (target) => {
    const status = await statusOf(method, target)
    expect(status).toBeGreaterThanOrEqual(200)
    expect(status).toBeLessThan(500)
  })
})

describe('an address of another host', () => {
  it.each(['//', '///', '//[', '//:99999', '//host/', '//host/shop', '//shop.test/', '/\\host/', '/.//host/'])(
    'is not answered with a page of the shop: %s',
    async (target) => {
      expect([400, 404]).toContain(await statusOf('GET', target))
    },
  )
})

it('reads a target with a host as every HTTP server has to, and keeps that host out of the page', async () => {
  for (const target of ['http://other.example/shop', 'HTTPS://other.example:99999/shop?search=oud']) {
    expect([target, await statusOf('GET', target)]).toEqual([target, 200])
  }
  const page = await shop.app.inject({ url: '/shop', headers: { host: 'other.example' } })
  expect(page.body).not.toContain('other.example')
})

it.each([
  ['/%73hop?search=%6f', '/shop?search=%6f'],
  ['/./shop', '/shop'],
  ['/x/%2E%2e/shop?page=2', '/shop?page=2'],
  ['/api/%70roducts', '/api/products'],
  ['/%61pi/admin/l%6fgin', '/api/admin/login'],
  ['/api/h%6Foks/pay/t', '/api/hooks/pay/t'],
])('sends whoever writes %s to its one spelling, whatever they do there', async (target, canonical) => {
  for (const method of ['GET', 'POST'] as const) {
    const { status, headers } = await askAsWritten(shop.app, target, method)
    expect([status, headers.location]).toEqual([308, canonical])
  }
})

it.each([
  ['slashes', `/shop${'/'.repeat(15_000)}x/`],
  ['escaped slashes', `/shop${'%2F'.repeat(5_000)}x/`],
  ['letters', `/${'a'.repeat(15_000)}`],
])(
  'shows no page for 15,000 characters of %s, which the router of the pages would go through and remember',
  async (_, path) => {
    for (const target of [path, `${path}?page=2`, `http://shop.test${path}`]) {
      const { status, body } = await askAsWritten(shop.app, target)
      expect([status, JSON.parse(body).code]).toEqual([404, 'NOT_FOUND'])
    }
  },
)

it.each(['/product/a%2Fb', '/shop?search=%2e%2e', '/media/a..b', '/x%20y'])('leaves %s as it is', async (target) => {
  expect((await askAsWritten(shop.app, target)).status).not.toBe(308)
})

it('still answers the usual ones', async () => {
  for (const target of ['/', '/shop?search=oud', '/shop?fbclid=a', '/admin', '/api/products', '/healthz']) {
    expect([target, await statusOf('GET', target)]).toEqual([target, 200])
  }
})
