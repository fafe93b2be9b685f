import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Visit, visitShop } from './browser.ts'
import { launchChromium } from './chromium.ts'
import { expectAccessible } from './expect-accessible.ts'
import { isNpmChromiumForThisMachine, packagedVersion } from './unpacked-chromium.ts'

const page = (body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title>
   <meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"></head><body>${body}</body></html>`

const pages: Record<string, string> = {
  '/good': page('<main><h1>Marashi</h1><p>Ksh 1,500</p></main>'),
  '/logs': page('<main><h1>Marashi</h1></main><script>console.error("cart is broken")</script>'),
  '/throws': page('<main><h1>Marashi</h1></main><script>throw new Error("no such perfume")</script>'),
  '/lacks-picture': page('<main><h1>Marashi</h1><img src="/gone.jpg" alt="Oud"></main>'),
  '/breaks-off': page('<main><h1>Marashi</h1><img src="/hang-up" alt="Oud"></main>'),
  '/foreign': page('<main><h1>Marashi</h1><script src="http://127.0.0.1:1/pay.js"></script></main>'),
  '/unlabelled': page('<main><h1>Marashi</h1><input><p style="color:#ccc">pale</p></main>'),
  '/tiny': page(
    '<main><h1>Marashi</h1><button style="width:9px;height:9px;padding:0;border:0" aria-label="Add"></button><button style="width:9px;height:9px;padding:0;border:0" aria-label="Remove"></button></main>',
  ),
  '/homeless': page('<main><h1>Marashi</h1></main><p>Outside of every landmark</p>'),
}

let browser: Browser
let server: Server
let baseUrl: string

beforeAll(async () => {
  browser = await launchChromium()
  server = createServer((request, response) => {
    if (request.url === '/hang-up') return request.socket.destroy()
    const body = pages[request.url ?? '']
    // Like the shop, the server sends a body with an error: from version 150 Chromium replaces an empty one with its own page.
    response.writeHead(body ? 200 : 404, { 'content-type': 'text/html' }).end(body ?? page('<main>Nothing here</main>'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}, 60_000)

afterAll(async () => {
  await browser.close()
  server.closeAllConnections()
  server.close()
})

const visit = (path: string, options: Partial<Visit> = {}) =>
  visitShop(browser, { baseUrl, ...options }, async (page) => {
    await page.goto(path)
  })

describe('launchChromium', () => {
  const takesNpm = isNpmChromiumForThisMachine && !process.env.CHROME_PATH

  it.runIf(takesNpm)('starts the Chromium of the lockfile, whatever the machine has installed', async () => {
    expect(major(browser.version())).toBe(major(await packagedVersion()))
  })
})

const major = (version: string) => version.split('.')[0]

describe('visitShop', () => {
  it('passes over a sound page', async () => {
    await expect(visit('/good')).resolves.toBeUndefined()
  })

  it.each([
    ['/logs', 'console.error: cart is broken'],
    ['/throws', 'no such perfume'],
    ['/lacks-picture', '404 GET http://127.0.0.1:'],
    ['/breaks-off', 'net::ERR_EMPTY_RESPONSE GET http://127.0.0.1:'],
    ['/nowhere', '404 GET http://127.0.0.1:'],
  ])('fails on %s and says why', async (path, reason) => {
    await expect(visit(path)).rejects.toThrow(reason)
  })

  it('tells what the page shows where a walk fails, and its problems', async () => {
    const fails = visitShop(browser, { baseUrl }, async (page) => {
      await page.goto('/logs')
      expect('the cart').toBe('empty')
    })
    await expect(fails).rejects.toThrow(/expected 'the cart'[\s\S]*heading "Marashi"[\s\S]*cart is broken/)
  })

  it('forgives what the visit meant to cause, and nothing else', async () => {
    await expect(visit('/nowhere', { expected: [/^404 GET .*\/nowhere$/] })).resolves.toBeUndefined()
    await expect(visit('/lacks-picture', { expected: [/nowhere/] })).rejects.toThrow('gone.jpg')
  })

  it("does not blame the shop for another host's silence", async () => {
    await expect(visit('/foreign')).resolves.toBeUndefined()
  })

  it.each([
    ['phone', 'dark', [360, 740, 2, true, true]],
    ['desktop', 'light', [1280, 800, 1, false, false]],
  ] as const)('shows a %s in the %s', async (device, colorScheme, screen) => {
    const seen = await visitShop(browser, { baseUrl, device, colorScheme }, async (page) => {
      await page.goto('/good')
      return page.evaluate(() => [
        innerWidth,
        innerHeight,
        devicePixelRatio,
        matchMedia('(pointer: coarse)').matches,
        matchMedia('(prefers-color-scheme: dark)').matches,
      ])
    })
    expect(seen).toEqual(screen)
  })

  it('gives every visit fresh storage', async () => {
    const carts = async () =>
      visitShop(browser, { baseUrl }, async (page) => {
        await page.goto('/good')
        return page.evaluate(() => {
          localStorage.setItem('visits', `${localStorage.getItem('visits') ?? ''}x`)
          return localStorage.getItem('visits')
        })
      })
    expect([await carts(), await carts()]).toEqual(['x', 'x'])
  })
})

describe('expectAccessible', () => {
  const check = (path: string) =>
    visitShop(browser, { baseUrl }, async (page) => {
      await page.goto(path)
      await expectAccessible(page)
    })

  it('passes an accessible page', async () => {
    await expect(check('/good')).resolves.toBeUndefined()
  })

  it('names the element, the rule and the remedy', async () => {
    await expect(check('/unlabelled')).rejects.toThrow(/label[\s\S]*<input>|<input>[\s\S]*label/)
    await expect(check('/unlabelled')).rejects.toThrow('(color-contrast, serious)')
  })

  it('sees targets too small for a thumb', async () => {
    await expect(check('/tiny')).rejects.toThrow('(target-size,')
  })

  it('sees content outside of the landmarks', async () => {
    await expect(check('/homeless')).rejects.toThrow('(region,')
  })
})
