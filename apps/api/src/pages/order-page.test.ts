import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askAsWritten } from '../testing/ask-as-written.ts'
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts'
import { makeCategory, makeOrder, makeProduct } from '../testing/factories.ts'
import { loadStorefront } from './storefront-bundle.ts'

let shop: TestApp
let orderId: string
let secret: string

beforeAll(async () => {
  shop = await buildTestApp({ storefront: await loadStorefront() })
  const product = await makeProduct(shop.deps.orm, await makeCategory(shop.deps.orm, 'Oud'), {
    name: 'Oud Zahra',
    image: '/media/oud-zahra-00000000/1080.jpg',
  })
  orderId = (await makeOrder(shop.deps.orm)).id
  await shop.query(
    `insert into order_items (order_id, product_id, product_name, product_price, quantity, position)
     values ($1, $2, 'Oud Zahra', 4500, 1, 0)`,
    [orderId, product.id],
  )
  const [row] = await shop.query<{ secret: string }>('select page_secret as secret from orders')
  secret = row?.secret ?? ''
})
afterAll(() => shop[Symbol.asyncDispose]())

const open = (path: string, headers: Record<string, string> = {}) => shop.app.inject({ url: path, headers })
const mainOf = (html: string) => /<main.*<\/main>/s.exec(html)?.[0] ?? ''

describe('the page of an order, as it is sent', () => {
  it('says without scripts how the order stands, and asks again by itself', async () => {
    const { statusCode, body } = await open(`/order/${secret}`)
    expect(statusCode).toBe(200)
    const main = mainOf(body)
    expect(main).toContain('Your order waits for payment')
    expect(main).toContain('Oud Zahra')
    expect(main).toContain('Ksh 4,500')
    expect(main).toContain('/media/oud-zahra-00000000/240.avif')
    expect(main).toContain('07•• ••• 678')
    expect(main).toMatch(/<noscript><meta http-equiv="refresh" content="15"\/><\/noscript>/)
    expect(main).not.toMatch(/Otieno|0712345678|amina@|Kimathi/)
  })

  it('is kept by nobody, found by nobody, and named to nobody', async () => {
    const { headers, body } = await open(`/order/${secret}`)
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    })
    expect(headers.etag).toBeUndefined()
    expect(body).toContain('<meta name="robots" content="noindex"/>')
    const head = body.slice(0, body.indexOf('</head>')).replace(/<script.*?<\/script>/gs, '')
    expect(head).not.toContain(secret)
  })

  it.each([
    ['capital letters', (own: string) => `/Order/${own}`],
    ['an escaped letter', (own: string) => `/%6Frder/${own}`],
    ['an escaped letter of the secret', (own: string) => `/order/%${own.charCodeAt(0).toString(16)}${own.slice(1)}`],
    ['a dot', (own: string) => `/./order/${own}`],
    ['a dot later', (own: string) => `/order/./${own}`],
    ['two dots', (own: string) => `/x/../order/${own}`],
    ['escaped dots', (own: string) => `/x/%2e%2E/order/${own}`],
    ['a backslash', (own: string) => `/order\\${own}`],
    ['two slashes', (own: string) => `/order//${own}`],
    ['a slash at the end', (own: string) => `/order/${own}/`],
    ['a query', (own: string) => `/Order/${own}?utm_source=sms`],
  ])('has one address, to which one with %s leads', async (_, spelt) => {
    const { status, headers, body } = await askAsWritten(shop.app, spelt(secret))
    expect([307, 308]).toContain(status)
    expect([headers['cache-control'], headers.etag]).toEqual(['no-store', undefined])
    expect(headers.location?.split('?')[0]).toBe(`/order/${secret}`)
    expect(body).not.toContain('Oud Zahra')
  })

  it('is no page, and its secret is in no log, where its slash is escaped', async () => {
    const lines: string[] = []
    await using logged = await buildTestApp({
      storefront: await loadStorefront(),
      env: { LOG_LEVEL: 'debug' },
      logTo: { write: (line) => void lines.push(line) },
    })
    for (const path of [`/order%2F${secret}`, `/%6frder/${secret}`, `/Order/${secret}`, `/x/../order/${secret}`]) {
      expect((await askAsWritten(logged.app, path)).status).not.toBe(200)
    }
    expect(lines.join('')).toContain('[secret]')
    expect(lines.join('')).not.toContain(secret.slice(1, 20))
  })

  it('shows the next visitor what has changed since', async () => {
    await shop.query(`update orders set status = 'shipped', paid_at = now() where id = $1`, [orderId])
    const { body } = await open(`/order/${secret}`)
    expect(mainOf(body)).toContain('Your order is on its way')
    await shop.query(`update orders set status = 'delivered' where id = $1`, [orderId])
    const { body: last } = await open(`/order/${secret}`)
    expect(mainOf(last)).toContain('Your order has arrived')
    expect(mainOf(last)).not.toContain('http-equiv="refresh"')
  })

  it('is compressed, and weighs little', async () => {
    const { headers, rawPayload, body } = await open(`/order/${secret}`, { 'accept-encoding': 'br' })
    expect(headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(rawPayload).toString()).toContain('Oud Zahra')
    expect(rawPayload.length).toBeLessThan(20_000)
    expect(body.length).toBeGreaterThan(0)
  })

  it('loads no script before somebody touches it', async () => {
    const { body } = await open(`/order/${secret}`)
    expect(body).toMatch(/,true\);\(function watchOrder|,true\);\(\(\)=>|,true\);\(function/)
    expect(body).not.toMatch(/<(script|link)[^>]+(src|href)="\/assets\/[^"]+\.js"/)
    expect((await open('/contact')).body).not.toMatch(/,true\);\(/)
  })
})

it.each(['/order/nobody', `/order/${'A'.repeat(43)}`, '/order/%00'])(
  'an address that leads to no order tells nothing: %s',
  async (path) => {
    const { statusCode, body, headers } = await open(path)
    expect(statusCode).toBe(404)
    expect(mainOf(body)).toContain('Page not found')
    expect(headers['referrer-policy']).toBe('no-referrer')
  },
)

it('lists the orders of a browser on a page that is the same for everybody', async () => {
  const { statusCode, body, headers } = await open('/orders')
  expect(statusCode).toBe(200)
  expect(mainOf(body)).toContain('Your orders')
  expect(headers['cache-control']).toBe('no-cache')
  expect(body).not.toContain(secret)
})
