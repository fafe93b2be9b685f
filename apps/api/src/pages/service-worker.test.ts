import { describe, expect, it } from 'vitest'
import { buildTestApp } from '../testing/build-test-app.ts'
import { loadStorefront } from './storefront-bundle.ts'

const ask = async (env: { SERVICE_WORKER?: 'on' | 'off' }, encoding = '') => {
  await using shop = await buildTestApp({ storefront: await loadStorefront(), env })
  const { headers, body } = await shop.app.inject({ url: '/sw.js', headers: { 'accept-encoding': encoding } })
  return { headers, body }
}

describe('the service worker', () => {
  it('is asked for again at each visit, and may fetch from the shop alone', async () => {
    const { headers, body } = await ask({})
    expect(headers['cache-control']).toBe('no-cache')
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8')
    expect(headers['content-security-policy']).toBe("default-src 'none'; connect-src 'self'")
    expect(body).toMatch(/shop-\$\{\w+\}-pages/)
    expect(body).toContain('/assets/cart-')
  })

  it('is sent compressed to those who can read that', async () => {
    expect((await ask({}, 'gzip, br')).headers['content-encoding']).toBe('br')
    expect((await ask({}, 'gzip')).headers['content-encoding']).toBeUndefined()
  })

  it('leaves the browsers that have it as soon as the owner switches it off', async () => {
    const { body } = await ask({ SERVICE_WORKER: 'off' })
    expect(body).toContain('unregister')
    expect(body).not.toContain('/assets/')
  })
})
