import { errors, type Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openAdmin } from '../admin/admin-harness.ts'
import { expectAccessibleInBothThemes } from '../expect-accessible.ts'
import { openPage, openShop, untilInteractive } from '../open-shop.ts'
import { renewableShop } from '../renewable-shop.ts'
import { keptPaths, untilKept } from './kept.ts'
import { cardOf } from './steps.ts'

const shop = openShop()
// Requests without a connection fail; the page says so where it matters.
const expected = [/^net::ERR_(INTERNET_DISCONNECTED|FAILED)/, /^console\.error: .*(fetch|FetchEvent)/]

describe('a shopper who has been here before', () => {
  it('opens the shop, a perfume and the cart without a connection, and goes on when it is back', async () => {
    await shop.visit({ expected, hasWorker: true }, async (page) => {
      await openPage(page, '/shop')
      await untilKept(page, '/shop')
      await cardOf(page, 'Amber Kisiwani')
        .getByRole('link', { name: /^Details/ })
        .click()
      await page.getByRole('button', { name: 'Add to Cart' }).first().click()
      await page.getByRole('link', { name: 'Cart, 1 item' }).waitFor()
      const perfume = new URL(page.url()).pathname
      await untilKept(page, perfume)
      await page.context().setOffline(true)

      await page.reload()
      await untilInteractive(page)
      await page.getByRole('heading', { level: 1, name: 'Amber Kisiwani' }).waitFor()
      await page.goto('/shop')
      await untilInteractive(page)
      await cardOf(page, 'Amber Kisiwani').waitFor()
      expect(await shownPictures(page)).toBeGreaterThan(0)
      await page.goto('/cart')
      await untilInteractive(page)
      await page.getByRole('heading', { name: 'Amber Kisiwani', exact: true }).waitFor()
      await page.getByText('You are offline.').waitFor()

      await page.goto('/contact')
      await page.waitForURL('/offline?from=%2Fcontact')
      await untilInteractive(page)
      await page.getByRole('heading', { level: 1, name: 'No connection' }).waitFor()
      await page.getByRole('link', { name: 'Amber Kisiwani' }).waitFor()
      await expectAccessibleInBothThemes(page)
      await page.context().setOffline(false)
      await page.waitForURL('/contact')
    })
  })

  it('has kept nothing of the administrator, of payments and of today’s prices', async () => {
    await shop.visit({ hasWorker: true }, async (page) => {
      await openPage(page, '/shop')
      await untilKept(page, '/shop')
      const ofCatalogue = async () => (await keptPaths(page)).filter((path) => path.startsWith('/trpc/catalogue.'))
      const before = await ofCatalogue()
      await page.goto('/admin/login')
      await page.getByLabel('Password', { exact: true }).waitFor()
      await openAdmin(page, '/products')
      await page.getByRole('article').first().waitFor()
      expect(await ofCatalogue()).toEqual(before)
      await page.goto('/checkout')
      await page.waitForURL('/cart')
      const kept = await keptPaths(page)
      expect(kept.filter((path) => /^\/(admin|api|trpc\/(?!catalogue|reviews))/.test(path))).toEqual([])
      expect(kept).toContain('/offline')
    })
  })
})

describe('a new version of the shop', () => {
  const renewal = renewableShop(shop)

  it('sends little at the next visit, takes over at once, and keeps the code of the pages that are open', async () => {
    await renewal.visit(async (page) => {
      await openPage(page, '/shop')
      await untilKept(page, '/shop')
      const soFar = renewal.sentBytes()
      await page.reload({ waitUntil: 'networkidle' })
      expect(renewal.sentBytes() - soFar).toBeLessThan(30_000)
      const before = (await keptPaths(page)).filter((path) => path.startsWith('/assets/'))
      await renewal.serve(page, { change: later })
      await expect.poll(() => page.evaluate(() => caches.keys())).toContain('shop-later-core')
      await expect.poll(() => stateOf(page)).toBe('activated')
      expect(await keptPaths(page)).toEqual(expect.arrayContaining(before))
    })
  })

  it('waits while a checkout is open, and takes over at the next visit', async () => {
    const [product] = await shop.query<{ id: string }>("select id from products where name = 'Amber Kisiwani'")
    await renewal.visit(async (page) => {
      await openPage(page, `/product/${product?.id}`)
      await page.getByRole('button', { name: 'Add to Cart' }).first().click()
      await page.getByRole('link', { name: 'Cart, 1 item' }).waitFor()
      await openPage(page, '/checkout')
      await untilKept(page, '/checkout')
      await renewal.serve(page, { change: later })
      await expect.poll(() => stateOf(page)).toBe('installed')
      await page.getByLabel('First name').fill('Amina')
      expect(await stateOf(page)).toBe('installed')
      // Whoever is back before the browser has ended the old worker is served by it once more. Chromium sometimes ends it with
      // this very request in its hands and lets the page wait for ever: a shopper loads it again.
      const stateAtNextVisit = async () => {
        await page.goto('about:blank')
        const isOpen = await page.goto('/shop', { timeout: 8_000 }).catch((error: unknown) => {
          if (!(error instanceof errors.TimeoutError)) throw error
        })
        return isOpen ? await stateOf(page) : 'never opened'
      }
      await expect.poll(stateAtNextVisit, { interval: 1_000, timeout: 30_000 }).toBe('activated')
    })
  })

  it('makes browsers forget everything when the owner switches it off', async () => {
    await renewal.visit(async (page) => {
      await openPage(page, '/shop')
      await untilKept(page, '/shop')
      await renewal.serve(page, { path: '/sw-off.js' })
      await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([])
      await expect.poll(() => stateOf(page)).toBeNull()
    })
  })
})

/** The same worker with files of another version. */
const later = (script: string) => script.replace(/(["'`])[0-9a-f]{10}\1/, '"later"')

/** The state of the newest worker; null without one. */
function stateOf(page: Page): Promise<string | null> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    const worker = registration?.installing ?? registration?.waiting ?? registration?.active
    return worker?.state ?? null
  })
}

function shownPictures(page: Page): Promise<number> {
  return page.evaluate(() => [...document.images].filter(({ naturalWidth }) => naturalWidth > 0).length)
}
