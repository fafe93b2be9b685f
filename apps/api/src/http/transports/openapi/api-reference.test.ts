import { readFileSync } from 'node:fs'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts'
import { dark, light } from './reference-theme.ts'

let shop: TestApp
let page: string
beforeAll(async () => {
  shop = await buildTestApp()
  page = (await shop.app.inject('/api/docs/')).body
})
afterAll(() => shop[Symbol.asyncDispose]())

describe('the reference page, for a developer who reads it,', () => {
  it('loads nothing from other hosts, and its policy forbids it', async () => {
    const { headers } = await shop.app.inject('/api/docs/')
    expect(page).not.toMatch(/(src|href)="https?:/)
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("connect-src 'self'")
    const [scripts = ''] = /script-src [^;]*/.exec(policy) ?? []
    expect(scripts).toMatch(/^script-src 'self' 'sha256-[^']+'$/)
  })

  it('sends its script compressed, and once', async () => {
    const get = (headers: Record<string, string>) => shop.app.inject({ url: '/api/docs/js/scalar.js', headers })
    const plain = await get({})
    expect(plain.rawPayload.length).toBeGreaterThan(3_000_000)
    const packed = await get({ 'accept-encoding': 'gzip, deflate, br' })
    expect(packed.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
    expect(packed.rawPayload.length).toBeLessThan(1_300_000)
    expect(brotliDecompressSync(packed.rawPayload).equals(plain.rawPayload)).toBe(true)
    const zipped = await get({ 'accept-encoding': 'gzip' })
    expect(gunzipSync(zipped.rawPayload).equals(plain.rawPayload)).toBe(true)
    const again = await get({ 'accept-encoding': 'br', 'if-none-match': String(packed.headers.etag) })
    expect(again.statusCode).toBe(304)
    expect(again.rawPayload).toHaveLength(0)
  })

  it('offers none of the services of its maker', () => {
    const configuration = /createApiReference\([^,]*,\s*(\{[\s\S]*?\})\s*\)\s*<\/script>/.exec(page)?.[1] ?? page
    for (const off of [
      /"agent":\s*\{\s*"disabled":\s*true/,
      /"mcp":\s*\{\s*"disabled":\s*true/,
      /"showDeveloperTools":\s*"never"/,
      /"hideClientButton":\s*true/,
      /"telemetry":\s*false/,
    ]) {
      expect(configuration).toMatch(off)
    }
  })

  it('has the shop’s icon and a language, and calls the address that it was opened from', () => {
    expect(page).toContain('<link rel="icon" href="/favicon.svg"')
    expect(page).toContain('<html lang="en">')
    expect(page).toMatch(/"servers":\s*\[\s*\{\s*"url":\s*"\/api"/)
  })

  it('has the shop’s colours, light and dark', () => {
    const tokens = readFileSync(new URL('../../../../../../packages/ui/src/tokens.css', import.meta.url), 'utf8')
    const [lightTokens = '', darkTokens = ''] = tokens.split(':root[data-theme="dark"]')
    for (const [theme, colours] of [
      [lightTokens, light],
      [darkTokens, dark],
    ] as const) {
      for (const [name, colour] of Object.entries(colours)) expect(theme).toContain(`--${name}: ${colour};`)
    }
  })
})
