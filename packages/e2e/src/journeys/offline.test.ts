import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessibleInBothThemes } from '../expect-accessible.ts'
import { openPage, openShop, untilInteractive } from '../open-shop.ts'
import { renewableShop } from '../renewable-shop.ts'
import { untilKept } from './kept.ts'
import { cardOf } from './steps.ts'

const shop = openShop()
// Requests without a connection fail; the page says so where it matters.
const expected = [/^net::ERR_INTERNET_DISCONNECTED/, /^net::ERR_FAILED GET .*\/assets\//]
// The worker asks for a small picture that was not shown before.
const expectedOfWorker = [...expected, /^net::ERR_FAILED GET .*\/media\//]

describe('a shopper whose connection breaks', () => {
  it('still opens the cart, the checkout and the perfumes they have seen', async () => {
    await shop.visit({ expected: expectedOfWorker, hasWorker: true }, async (page) => {
      await openPage(page, '/shop')
      await cardOf(page, 'Amber Kisiwani')
        .getByRole('link', { name: /^Details/ })
        .click()
      await page.getByRole('button', { name: 'Add to Cart' }).click()
      await page.getByRole('link', { name: 'Cart, 1 item' }).waitFor()
      await untilKept(page, /^\/assets\/cart-/, /^\/assets\/checkout-/)
      await page.context().setOffline(true)
      await page.getByText('You are offline.').waitFor()

      await page.getByRole('link', { name: 'Cart, 1 item' }).click()
      await page.getByRole('heading', { name: 'Amber Kisiwani', exact: true }).waitFor()
      await expectAccessibleInBothThemes(page)
      await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
      await page.getByRole('heading', { level: 1, name: 'Checkout' }).waitFor()
      await page.getByLabel('First name').waitFor()
      await page.goBack()
      await page.goBack()
      await page.getByRole('heading', { level: 1, name: 'Amber Kisiwani' }).waitFor()
    })
  })

  it('still goes by links and searches to what they had opened by its address', async () => {
    // The router logs what it could not load.
    const reported = [...expectedOfWorker, /^net::ERR_FAILED GET .*\/trpc\//, /^console\.error: /]
    await shop.visit({ expected: reported, hasWorker: true }, async (page) => {
      const path = await productPath('Amber Kisiwani')
      await openPage(page, '/')
      await untilKept(page)
      for (const address of [path, '/shop?search=amber', '/shop']) await openPage(page, address)
      await untilKept(page, path, '/shop')
      await page.context().setOffline(true)
      await page.getByText('You are offline.').waitFor()

      await page.getByRole('searchbox').fill('amber')
      await page.getByRole('searchbox').press('Enter')
      await page.getByText('for "amber"').waitFor()
      await cardOf(page, 'Amber Kisiwani')
        .getByRole('link', { name: /^Details/ })
        .click()
      await page.getByRole('heading', { level: 1, name: 'Amber Kisiwani' }).waitFor()
    })
  })

  it('can still write the review that they have on their mind', async () => {
    await shop.visit({ expected: expectedOfWorker, hasWorker: true }, async (page) => {
      await openPage(page, await productPath('Vanila Kizimbani'))
      await untilKept(page, /^\/assets\/review-form-/)
      await page.context().setOffline(true)
      await page.getByRole('tab', { name: 'Write a Review' }).click()
      await page.getByLabel('Your review').fill('Sweet and calm, all day long.')
    })
  })

  it('reads which part could not be loaded, keeps the page around it, and goes on when the connection is back', async () => {
    await shop.visit({ expected }, async (page) => {
      await page.route(/\/assets\/(cart|review-form)-/, (route) => route.abort())
      await openPage(page, await productPath('Vanila Kizimbani'))
      await page.context().setOffline(true)
      await page.getByText('You are offline.').waitFor()

      await page.getByRole('tab', { name: 'Write a Review' }).click()
      await page.getByText('This part could not be loaded.').waitFor()
      await page.getByRole('heading', { level: 1, name: 'Vanila Kizimbani' }).waitFor()
      await expectAccessibleInBothThemes(page)

      await page.getByRole('link', { name: 'Cart, 0 items' }).click()
      await page.getByRole('heading', { level: 1, name: 'No connection' }).waitFor()
      await page.getByText('Your cart is safe.', { exact: false }).last().waitFor()
      await expectAccessibleInBothThemes(page)
      await page.getByRole('button', { name: 'Retry' }).click()
      await page.getByRole('heading', { level: 1, name: 'No connection' }).waitFor()

      await page.goBack()
      await page.getByText('This part could not be loaded.').waitFor()
      await page.unrouteAll()
      await page.context().setOffline(false)
      await page.getByLabel('Your review').waitFor()
    })
  })

  it('reads the same about a perfume that they have not opened yet', async () => {
    // The router logs what it could not load.
    const reported = [...expected, /^console\.error: /]
    await shop.visit({ expected: reported }, async (page) => {
      const isReady = codeOf(page, 'product\\._id')
      await openPage(page, '/shop')
      await isReady
      await page.context().setOffline(true)
      await cardOf(page, 'Amber Kisiwani')
        .getByRole('link', { name: /^Details/ })
        .click()
      await page.getByRole('heading', { level: 1, name: 'No connection' }).waitFor()
      await page.context().setOffline(false)
      await page.getByRole('button', { name: 'Retry' }).click()
      await page.getByRole('heading', { level: 1, name: 'Amber Kisiwani' }).waitFor()
    })
  })
})

it.each([
  ['/offline', 'No connection'],
  ['/contact', 'Contact Us'],
  ['/nothing', 'Page not found'],
])('a shopper who loses the code of %s on the way still reads it, and has it once it comes', async (path, heading) => {
  await shop.visit({ expected: [/^net::ERR_FAILED GET .*\/assets\//, /^404 GET .*\/nothing$/] }, async (page) => {
    await page.route(/\/assets\/(offline|contact|_)-/, (route) => route.abort())
    const lost = page.waitForEvent('requestfailed')
    await page.goto(path)
    await lost
    // Asked again after a while: by then React would have taken the page over.
    await page.waitForEvent('requestfailed')
    await page.waitForEvent('requestfailed')
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
    await page.unrouteAll()
    await untilInteractive(page)
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
  })
})

it('a cart does not go on checking a payment for ever where the code that asks about it is lost on the way', async () => {
  await shop.visit({ expected: [/^net::ERR_FAILED GET .*\/assets\//, /^404 GET .*\/trpc\//] }, async (page) => {
    await page.addInitScript((orderId) => {
      const order = { orderId, orderNumber: 'MR100030', amountShillings: 4_500, method: 'mpesa', phone: '0712345678' }
      const waiting = { ...order, startedAt: Date.now(), isAsked: true, items: [] }
      localStorage.setItem('waiting-order', JSON.stringify(waiting))
    }, randomUUID())
    await page.route(/\/assets\/watch-pending-payment-/, (route) => route.abort(), { times: 1 })
    const lost = page.waitForEvent('requestfailed')
    await page.goto('/cart')
    await lost
    // The shop knows no such order.
    await page.getByText('Checking the payment of order MR100030').waitFor({ state: 'detached' })
  })
})

describe('a shopper whose network falls silent', () => {
  const silenceable = renewableShop(shop)
  const openDetails = (page: Page, name: string) =>
    cardOf(page, name)
      .getByRole('link', { name: /^Details/ })
      .click()
  /** What a link shows by then waits for no call to fail, which takes a minute. */
  const timeout = 15_000

  it('still goes by a link to the perfume they had opened by its address', async () => {
    await silenceable.visit(async (page) => {
      const path = await productPath('Amber Kisiwani')
      await openPage(page, '/')
      await untilKept(page)
      await openPage(page, path)
      await openPage(page, '/shop')
      await untilKept(page, path, /^\/assets\/product\._id-/)
      silenceable.fallSilent()
      const document = page.waitForEvent('domcontentloaded', { timeout })
      await openDetails(page, 'Amber Kisiwani')
      await document
      await page.getByRole('heading', { level: 1, name: 'Amber Kisiwani' }).waitFor()
    })
  })

  it('reads that no answer comes for another one, may try again, and sees it when the answer is late', async () => {
    await silenceable.visit(async (page) => {
      await openPage(page, '/shop')
      await untilKept(page, /^\/assets\/product\._id-/, /^\/assets\/toast-viewport-/)
      const message = page.getByText('The network does not answer.', { exact: true })
      const answer = silenceable.fallSilent()
      await openDetails(page, 'Amber Kisiwani')
      await message.waitFor({ timeout })
      await expectAccessibleInBothThemes(page)
      // Not where the list was left, which is longer than what waits.
      expect(await page.evaluate(() => scrollY)).toBe(0)
      await page.getByRole('button', { name: 'Try again' }).click()
      await message.waitFor({ state: 'detached' })
      await message.waitFor({ timeout })
      answer()
      await page.getByRole('heading', { level: 1, name: 'Amber Kisiwani' }).waitFor()
      await message.waitFor({ state: 'detached' })
      await page.goBack()
      await cardOf(page, 'Amber Kisiwani').waitFor()
    })
  })
})

it('a shopper who goes back while a perfume loads finds the list where they left it', async () => {
  await shop.visit({}, async (page) => {
    await openPage(page, '/shop')
    const card = page.getByRole('link', { name: /^Details/ }).nth(8)
    await card.evaluate((link) => link.scrollIntoView({ block: 'center' }))
    await page.route('**/trpc/**', () => undefined)
    await card.click()
    await page.getByText('Loading product details...').waitFor()
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await page.goBack()
    await expect.poll(() => card.evaluate(isInSight)).toBe(true)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
})

it('a tab that was opened before the shop was renewed gets the new pages', async () => {
  await shop.visit({ expected: [/^404 GET .*\/assets\/cart-/] }, async (page) => {
    await openPage(page, '/shop')
    let isRenewed = false
    page.on('request', (request) => {
      isRenewed ||= request.isNavigationRequest()
    })
    await page.route(/\/assets\/cart-/, (route) =>
      isRenewed ? route.continue() : route.fulfill({ status: 404, body: '' }),
    )
    await page.getByRole('link', { name: 'Cart, 0 items' }).click()
    await page.getByRole('link', { name: 'Shop Now' }).waitFor()
    expect(isRenewed).toBe(true)
  })
})

/** Not to the pixel: rows that were never in sight have no height of their own yet. */
function isInSight(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return top >= 0 && bottom <= innerHeight
}

/** Resolves when the page has fetched the code of this name. */
function codeOf(page: Page, name: string) {
  const pattern = new RegExp(`/assets/${name}-[^/]+\\.js$`)
  return page.waitForResponse((response) => pattern.test(response.url()) && response.ok())
}

async function productPath(name: string): Promise<string> {
  const [product] = await shop.query<{ id: string }>('select id from products where name = $1', [name])
  expect(product).toBeDefined()
  return `/product/${product?.id}`
}
