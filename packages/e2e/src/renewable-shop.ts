import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { visitShop } from './browser.ts'
import { launchChromium } from './chromium.ts'
import type { OpenShop } from './open-shop.ts'

type Worker = { path: string; change: (script: string) => string }
const today: Worker = { path: '/sw.js', change: (script) => script }

/**
 * The running shop behind a proxy that can replace its service worker, as a new version of the shop does, and fall silent, as a
 * network does that keeps the connection and answers nothing.
 */
export function renewableShop(shop: OpenShop) {
  let server: Server
  let browser: Browser
  let next: Worker
  let sent = 0
  let silence: PromiseWithResolvers<void> | undefined

  beforeAll(async () => {
    browser = await launchChromium()
    server = createServer(async (asked, answer) => {
      await silence?.promise
      if (asked.url === '/sw.js') {
        const script = await (await fetch(shop.url + next.path)).text()
        answer.setHeader('content-security-policy', "default-src 'none'; connect-src 'self'")
        answer.setHeader('content-type', 'text/javascript').end(next.change(script))
        return
      }
      const onward = request(shop.url + asked.url, { method: asked.method, headers: asked.headers }, (response) => {
        sent += response.rawHeaders.join('  ').length
        response.on('data', (part: Buffer) => {
          sent += part.length
        })
        answer.writeHead(response.statusCode ?? 500, response.headers)
        response.pipe(answer)
      })
      asked.pipe(onward.on('error', () => answer.destroy()))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterAll(async () => {
    await browser.close()
    server.closeAllConnections()
    server.close()
  })

  return {
    visit(walk: (page: Page) => Promise<void>): Promise<void> {
      next = today
      silence = undefined
      const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      return visitShop(browser, { baseUrl, hasWorker: true }, walk)
    },
    /** Answers nothing more; returns the function that answers all of it, and what comes after. */
    fallSilent(): () => void {
      silence = Promise.withResolvers()
      return silence.resolve
    },
    /** Bytes that the shop has sent, headers included, to page and worker. */
    sentBytes: () => sent,
    /** From now on serves another worker, and lets the page look for it, as browsers do with each visit. */
    async serve(page: Page, worker: Partial<Worker>): Promise<void> {
      next = { ...today, ...worker }
      await page.evaluate(async () => void (await navigator.serviceWorker.getRegistration())?.update())
    },
  }
}
