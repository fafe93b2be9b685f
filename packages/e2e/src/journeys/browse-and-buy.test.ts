import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible, expectAccessibleInBothThemes } from '../expect-accessible.ts'
import { openPage, openShop } from '../open-shop.ts'
import { cardNames, cardOf, chooseFilters, fillCheckout, placeButton, toastOf } from './steps.ts'

const shop = openShop()

type OrderRow = { status: string; payment_method: string; delivery_charge: number; total: string; subtotal: string }
type LineRow = { product_name: string; product_price: number; quantity: number }

describe.each([
  ['phone', expectAccessibleInBothThemes],
  // The phone's journey checks the colours.
  ['desktop', expectAccessible],
] as const)('a shopper on a %s', (device, check) => {
  it('finds a perfume through the filters, buys it and pays on delivery', async () => {
    const email = `browse-${device}@example.com`
    await shop.visit({ device }, async (page) => {
      await openPage(page, '/')
      const documents = countDocuments(page)
      await check(page)
      await page.getByRole('link', { name: 'Shop Collection' }).click()
      await page.getByRole('heading', { name: 'Our Complete Collection' }).waitFor()

      await chooseFilters(page, {
        For: "Women's Perfumes",
        Category: 'Rose & Florals',
        'Sort by': 'Price: Low to High',
      })
      await page.getByText('Showing 1-6 of 6 products').waitFor()
      // The line has the same text before and after the order changes.
      await expect.poll(() => cardNames(page)).toEqual(await womensRosesByPrice())
      await check(page)

      await chooseFilters(page, { Category: 'All Categories' })
      await page.getByText('Showing 1-12 of 15 products').waitFor()
      await page.getByRole('link', { name: 'Next' }).click()
      const results = page.getByText('Showing 13-15 of 15 products')
      await results.waitFor()
      await expect.poll(() => results.evaluate((line) => line === document.activeElement)).toBe(true)
      const secondPage = page.url()

      const [name = ''] = (await cardNames(page)).slice(-1)
      await cardOf(page, name).scrollIntoViewIfNeeded()
      const position = await page.evaluate(() => scrollY)
      expect(position).toBeGreaterThan(0)
      await cardOf(page, name)
        .getByRole('link', { name: /^Details/ })
        .click()
      await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
      expect(await page.evaluate(() => scrollY)).toBe(0)
      await check(page)
      await page.goBack()
      await results.waitFor()
      expect(page.url()).toBe(secondPage)
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(position)

      const adding = cardOf(page, name).getByRole('button', { name: 'Adding...' }).waitFor()
      await cardOf(page, name).getByRole('button', { name: /^Add/ }).click()
      await adding
      await page.getByRole('link', { name: 'Cart, 1 item' }).click()
      await page.getByRole('heading', { name, exact: true }).waitFor()
      await check(page)

      await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
      await fillCheckout(page, email)
      await page.getByRole('radio', { name: /^Nairobi CBD/ }).check()
      await check(page)
      await placeButton(page).click()
      await toastOf(page, 'Order placed successfully!').waitFor()
      await page.waitForURL('/')
      await page.getByRole('link', { name: 'Cart, 0 items' }).waitFor()
      expect(await page.evaluate(() => JSON.parse(localStorage.getItem('cart') ?? '[]'))).toEqual([])
      expect(documents.count, 'full page loads on the way').toBe(0)

      const [order] = await shop.query<OrderRow>('select * from orders where customer_email = $1', [email])
      const lines = await shop.query<LineRow>(
        `select i.* from order_items i join orders o on o.id = i.order_id where o.customer_email = $1`,
        [email],
      )
      const price = await priceOf(name)
      expect(lines).toMatchObject([{ product_name: name, product_price: price, quantity: 1 }])
      expect(order).toMatchObject({ status: 'pending', payment_method: 'manual', delivery_charge: 200 })
      expect([Number(order?.subtotal), Number(order?.total)]).toEqual([price, price + 200])
    })
  })
})

/** Counts the documents loaded from now on; navigation inside the shop loads none. */
function countDocuments(page: Page): { count: number } {
  const seen = { count: 0 }
  page.on('domcontentloaded', () => {
    seen.count += 1
  })
  return seen
}

async function womensRosesByPrice(): Promise<string[]> {
  const rows = await shop.query<{ name: string }>(
    `select name from products where category = 'Rose & Florals' and major_category = 'women' order by price, id`,
  )
  return rows.map(({ name }) => name)
}

async function priceOf(name: string): Promise<number> {
  const [row] = await shop.query<{ price: number }>('select price from products where name = $1', [name])
  return row?.price ?? Number.NaN
}
