import { expect, it, onTestFinished } from 'vitest'
import { arriveWithCart, cardOf, type StoredProduct } from '../journeys/steps.ts'
import { openPage, openPageUntil, openShop } from '../open-shop.ts'
import { expectAccessibleWhenFresh, openAdmin } from './admin-harness.ts'

const shop = openShop()

const name = 'Bahari Buluu'

it.each(['phone', 'desktop'] as const)(
  'sells the last piece, and says so on every page until the owner counts again, on a %s',
  async (device) => {
    const [product] = await shop.query<StoredProduct>('select * from products where name = $1', [name])
    if (!product) throw new Error(`The first catalogue has no ${name}.`)
    onTestFinished(async () => {
      await shop.query('update variants set stock_count = null, sold_out = false where product_id = $1', [product.id])
    })
    await shop.visit({ device }, async (page) => {
      await openAdmin(page, '/products')
      await page.getByLabel('Search products by name, description or category').fill(name)
      await expect.poll(() => page.getByRole('article').count()).toBe(1)
      await page.getByLabel(`Pieces left of ${name}`).fill('2')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: `One less of ${name}` }).click()
      await page.getByText(`1 left of ${name}`).waitFor({ state: 'attached' })
      await expectAccessibleWhenFresh(page)
      await page.goto('/admin/stock')
      await page.getByRole('list', { name: 'Running out' }).getByRole('heading', { name }).waitFor()
      await expectAccessibleWhenFresh(page)

      await arriveWithCart(page, [product], 2)
      await openPage(page, '/cart')
      await page.getByText('Only 1 left. The total counts 1.').waitFor()
      await expectAccessibleWhenFresh(page)

      await page.goto('/admin/stock')
      await page
        .getByRole('group', { name: `Stock of ${name}` })
        .getByRole('switch', { name: 'Sold out' })
        .check()
      await expect
        .poll(() => shop.query('select from variants where product_id = $1 and sold_out', [product.id]))
        .toHaveLength(1)
      const button = cardOf(page, name).getByRole('button', { name: `Sold out ${name}` })
      await openPageUntil(page, `/shop?search=${encodeURIComponent(name)}`, button)
      expect(await button.getAttribute('aria-disabled')).toBe('true')
      await expectAccessibleWhenFresh(page)
      await openPage(page, `/product/${product.id}`)
      await page.getByText('None is left at present. Ask us on WhatsApp when it comes back.').waitFor()
      expect(await page.locator('script[type="application/ld+json"]').first().textContent()).toContain('OutOfStock')
      await expectAccessibleWhenFresh(page)
      await openPage(page, '/cart')
      await page.getByText('Sold out. It is not part of the total.').waitFor()
      await page.getByRole('button', { name: 'Update cart' }).click()
      await page.getByText('Your cart is empty').waitFor()
    })
  },
)
