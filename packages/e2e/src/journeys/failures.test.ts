import { describe, expect, it } from 'vitest'
import { expectAccessibleInBothThemes } from '../expect-accessible.ts'
import { openPage, openShop } from '../open-shop.ts'
import { arriveWithCart, cardNames, cardOf, placeButton, type StoredProduct } from './steps.ts'

const shop = openShop()

describe('when the shop cannot be reached', () => {
  it.each([
    ['no answer comes', /^net::ERR_FAILED GET .*catalogue\.products/, undefined],
    ['the answer is a failure', /^500 GET .*catalogue\.products/, { status: 500, body: '{}' }],
  ] as const)('says so and tries again on demand, if %s', async (_, expected, answer) => {
    await shop.visit({ expected: [expected] }, async (page) => {
      await openPage(page, '/')
      await page.route('**/trpc/catalogue.products*', (route) => (answer ? route.fulfill(answer) : route.abort()))
      await page.getByRole('link', { name: 'Shop Collection' }).click()
      await page.getByText('Failed to load products. Please try again.').waitFor()
      expect(await page.getByText(/^Showing/).count()).toBe(0)
      await expectAccessibleInBothThemes(page)
      await page.unrouteAll()
      await page.getByRole('button', { name: 'Retry' }).click()
      await page.getByText('Showing 1-12 of 48 products').waitFor()
      expect(await cardNames(page)).toHaveLength(12)
    })
  })

  it('still shows and sells a perfume whose reviews do not arrive', async () => {
    await shop.visit({ expected: [/^net::ERR_FAILED GET .*reviews\.forProduct/] }, async (page) => {
      await openPage(page, '/shop')
      await page.route('**/trpc/reviews.forProduct*', (route) => route.abort())
      await cardOf(page, 'Amber Kisiwani')
        .getByRole('link', { name: /^Details/ })
        .click()
      await page.getByText('Failed to load reviews. Please try again later.').waitFor()
      await expectAccessibleInBothThemes(page)
      await page.getByRole('button', { name: 'Add to Cart' }).click()
      await page.getByRole('link', { name: 'Cart, 1 item' }).waitFor()
      await page.unrouteAll()
      await page.getByRole('button', { name: 'Retry' }).click()
      await page.getByText(/^Based on \d+ reviews?$/).waitFor()
    })
  })

  it.each([
    ['phone', 'summary'],
    ['desktop', 'h2'],
  ] as const)(
    'a keyboard goes on at the prices of the checkout that it asks for again, on a %s',
    async (device, place) => {
      const products = await shop.query<StoredProduct>('select * from products limit 1')
      await shop.visit({ device, expected: [/^net::ERR_FAILED GET .*checkout\.quote/] }, async (page) => {
        await arriveWithCart(page, products)
        await page.route('**/trpc/checkout.quote*', (route) => route.abort())
        await openPage(page, '/checkout')
        const retry = page.getByRole('button', { name: 'Retry' })
        await retry.waitFor()
        await page.unrouteAll()
        await retry.press('Enter')
        await placeButton(page).waitFor()
        const focused = page.locator(`${place}:focus`)
        expect(await focused.textContent()).toContain('Order summary')
      })
    },
  )

  it('says to a shopper who is offline what still works, until it is over', async () => {
    // The page prefetches what the shopper may want next; a failure of that is not shown to them.
    await shop.visit({ expected: [/^net::ERR_INTERNET_DISCONNECTED GET/] }, async (page) => {
      await openPage(page, '/contact')
      await page.context().setOffline(true)
      await page.getByText('You are offline.').waitFor()
      await expectAccessibleInBothThemes(page)
      await page.context().setOffline(false)
      await page.getByText('You are offline.').waitFor({ state: 'detached' })
    })
  })

  it('says what is loading while it loads', async () => {
    await shop.visit({}, async (page) => {
      await openPage(page, '/')
      const released = Promise.withResolvers<void>()
      await page.route('**/trpc/**', async (route) => {
        await released.promise
        await route.continue()
      })
      await page.getByRole('link', { name: 'Shop Collection' }).click()
      await page.locator('[aria-busy=true]').waitFor()
      await expectAccessibleInBothThemes(page)
      await page.goBack()
      await page
        .getByRole('article')
        .first()
        .getByRole('link', { name: /^Details/ })
        .click()
      await page.getByText('Loading product details...').waitFor()
      await expectAccessibleInBothThemes(page)
      released.resolve()
      await page.getByRole('button', { name: 'Add to Cart' }).waitFor()
    })
  })
})
