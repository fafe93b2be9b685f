import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts'
import { makeCategory, makeProduct } from '../testing/factories.ts'
import { loadStorefront } from './storefront-bundle.ts'

const MOST = 5

let shop: TestApp
beforeAll(async () => {
  shop = await buildTestApp({ storefront: await loadStorefront(), env: { LIMIT_RENDERS: `${MOST}/3600` } })
  await makeProduct(shop.deps.orm, await makeCategory(shop.deps.orm, 'Oud'), { name: 'Oud 1' })
})
afterAll(() => shop[Symbol.asyncDispose]())

const open = (url: string, remoteAddress: string) => shop.app.inject({ url, remoteAddress })

async function useUp(subnet: string): Promise<void> {
  for (let nth = 0; nth < MOST; nth++) {
    expect((await open(`/nothing-${subnet}-${nth}`, `${subnet}.${nth}`)).statusCode).toBe(404)
  }
}

describe('a subnet that opens too many pages that were not there', () => {
  it('is answered without a render, and told when to come again; others are served', async () => {
    await useUp('41.90.1')
    const { statusCode, headers, body } = await open('/nothing-more', '41.90.1.200')
    expect(statusCode).toBe(429)
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
    expect(body).toContain('Please try again in a moment')
    expect(body.length).toBeLessThan(1_000)
    expect((await open('/nothing-more', '41.90.2.200')).statusCode).toBe(404)
  })

  it('still gets every page that is there, whatever advertisers add to its address', async () => {
    await open('/shop', '41.90.3.1')
    await useUp('41.90.4')
    for (const url of ['/shop', '/shop?fbclid=1', '/shop?utm_source=ad&igsh=2']) {
      expect((await open(url, '41.90.4.1')).statusCode).toBe(200)
    }
  })

  it('gets the last good copy of a page that has changed since', async () => {
    const { body } = await open('/contact', '41.90.5.1')
    await useUp('41.90.6')
    shop.cache.invalidate()
    const stale = await open('/contact', '41.90.6.1')
    expect(stale.statusCode).toBe(200)
    expect(stale.body).toBe(body)
    expect(stale.headers).toMatchObject({ warning: '110 - "Response is Stale"' })
    expect(stale.headers['retry-after']).toBeUndefined()
  })
})
