import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts'
import { loadStorefront } from './storefront-bundle.ts'

const routes = fileURLToPath(new URL('../../../admin/src/routes', import.meta.url))
/** The addresses of the admin's route files: `/orders` of `_admin/orders.tsx`. */
const screens = readdirSync(routes, { recursive: true, encoding: 'utf8' })
  .filter((file) => /^(_\w+\/)?[a-z][\w-]*\.tsx$/.test(file))
  .map((file) => `/${file.replace(/^_\w+\//, '').replace('.tsx', '')}`.replace('/index', ''))

let shop: TestApp
beforeAll(async () => {
  shop = await buildTestApp({ storefront: await loadStorefront() })
})
afterAll(() => shop[Symbol.asyncDispose]())

describe('the page of the admin app', () => {
  it.each([
    '/admin/',
    '/admin/payments/',
    '/admin/orders?status=pending',
    ...screens.map((screen) => `/admin${screen}`),
  ])('is found at %s, for no search engine and no cache', async (url) => {
    const { statusCode, headers, body } = await shop.app.inject(url)
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({ 'x-robots-tag': 'noindex', 'cache-control': 'no-cache' })
    expect(body).toMatch(/<title>Administration \| [^<{]+<\/title>/)
    expect(body).not.toContain('{{')
  })

  it('is a real 404 elsewhere', async () => {
    expect((await shop.app.inject('/admin/nothing')).statusCode).toBe(404)
  })

  it('runs only scripts with this response’s nonce, and nothing of Stripe’s', async () => {
    const [first, second] = await Promise.all([shop.app.inject('/admin/login'), shop.app.inject('/admin/login')])
    const policy = String(first.headers['content-security-policy'])
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1]
    expect(nonce).toMatch(/^[\w-]{22}$/)
    expect(policy).not.toContain('stripe')
    const scripts = [...first.body.matchAll(/<script\b[^>]*>/g)]
    expect(scripts.length).toBeGreaterThan(1)
    for (const [tag] of scripts) expect(tag).toContain(`nonce="${nonce}"`)
    expect(second.body).not.toContain(nonce)
  })

  it('lets its files be cached for good, and serves no others', async () => {
    const { body } = await shop.app.inject('/admin')
    const file = /\/admin\/assets\/[\w.-]+\.js/.exec(body)?.[0] as string
    expect((await shop.app.inject(file)).headers['cache-control']).toBe('public, max-age=31536000, immutable')
    for (const url of [
      '/admin/assets/../index.html',
      '/admin/assets/%2e%2e/%2e%2e/package.json',
      '/admin/assets/no.js',
    ])
      expect((await shop.app.inject(url)).statusCode, url).toBeGreaterThanOrEqual(400)
  })
})
