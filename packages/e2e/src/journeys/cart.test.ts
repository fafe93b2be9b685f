import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible, expectAccessibleInBothThemes } from '../expect-accessible.ts'
import { openPage, openShop, untilInteractive } from '../open-shop.ts'
import { arriveWithCart, type StoredProduct, toastOf } from './steps.ts'

const shop = openShop()

const amber = () => stored('Amber Kisiwani')
const sea = () => stored('Bahari Buluu')

describe('the cart', () => {
  it('invites into the shop when it is empty', async () => {
    await shop.visit({}, async (page) => {
      await openPage(page, '/cart')
      await expectAccessibleInBothThemes(page)
      await page.getByRole('link', { name: 'Shop Now' }).click()
      await page.waitForURL('/shop')
    })
  })

  it('sends the order to WhatsApp as a person would write it', async () => {
    await shop.visit({}, async (page) => {
      await arriveWithCart(page, [await amber(), await sea()])
      await openPage(page, '/cart')
      await page.getByRole('button', { name: 'One more of Amber Kisiwani' }).click()
      await page.getByText('Total Ksh 14,400').waitFor()
      const link = new URL((await page.getByRole('link', { name: 'Order via WhatsApp' }).getAttribute('href')) ?? '')
      expect(link.origin + link.pathname).toBe('https://wa.me/254712345678')
      expect(link.searchParams.get('text')).toBe(
        [
          'Hello Marashi, I would like to order:',
          '',
          '1. Amber Kisiwani x 2 - Ksh 11,200',
          '2. Bahari Buluu x 1 - Ksh 3,200',
          '',
          'Subtotal: Ksh 14,400',
          'Delivery (Embu): Free',
          'Total: Ksh 14,400',
        ].join('\n'),
      )
    })
  })

  it.each(['phone', 'desktop'] as const)(
    'counts up and down, and takes out with a way back, on a %s',
    async (device) => {
      await shop.visit({ device }, async (page) => {
        await arriveWithCart(page, [await amber(), await sea()])
        await openPage(page, '/cart')
        const quantity = page.getByRole('group', { name: 'Quantity of Amber Kisiwani' }).getByRole('status')
        await page.getByRole('button', { name: 'One more of Amber Kisiwani' }).click()
        await page.getByRole('button', { name: 'One more of Amber Kisiwani' }).click()
        expect(await quantity.textContent()).toBe('3')
        await page.getByRole('link', { name: 'Cart, 4 items' }).waitFor()
        await page.getByRole('button', { name: 'One less of Amber Kisiwani' }).click()
        await page.getByRole('button', { name: 'One less of Amber Kisiwani' }).click()
        expect(await quantity.textContent()).toBe('1')

        const minus = page.getByRole('group', { name: 'Quantity of Amber Kisiwani' }).getByRole('button').first()
        await minus.click()
        await toastOf(page, 'Removed from cart').waitFor()
        expect(await lines(page)).toEqual(['Bahari Buluu'])
        // The message stays while it has the focus: looking at both themes takes longer than it would.
        await page.keyboard.press('F8')
        await expectAccessibleInBothThemes(page)
        await page.getByRole('button', { name: 'Undo' }).click()
        await expect.poll(() => lines(page)).toEqual(['Amber Kisiwani', 'Bahari Buluu'])

        for (const name of await lines(page)) {
          await page.getByRole('listitem').filter({ hasText: name }).getByText('Remove', { exact: true }).click()
        }
        await page.getByRole('link', { name: 'Shop Now' }).waitFor()
        await page.reload()
        await untilInteractive(page)
        await page.getByRole('link', { name: 'Shop Now' }).waitFor()
      })
    },
  )

  it('is counted on a card of a phone by two halves of a button, each a target of 44 pixels', async () => {
    await shop.visit({ device: 'phone' }, async (page) => {
      await arriveWithCart(page, [await amber()])
      await openPage(page, '/shop')
      const [less, more] = await Promise.all([
        page.getByRole('button', { name: 'Remove Amber Kisiwani' }).boundingBox(),
        page.getByRole('button', { name: 'One more of Amber Kisiwani' }).boundingBox(),
      ])
      // Minus lies over the left half of plus.
      expect(less?.width).toBeGreaterThanOrEqual(44)
      expect(less?.height).toBeGreaterThanOrEqual(44)
      expect((more?.width ?? 0) - (less?.width ?? 0)).toBeGreaterThanOrEqual(44)
      await expectAccessible(page)
    })
  })

  it('delivers to Embu for free until another place is chosen, which the checkout and WhatsApp then know', async () => {
    await shop.visit({}, async (page) => {
      await arriveWithCart(page, [await amber()])
      await openPage(page, '/cart')
      const place = page.getByLabel('Deliver to')
      expect(await place.inputValue()).toBe('embu')
      await page.getByText('Total Ksh 5,600').waitFor()
      await place.selectOption({ label: 'Nairobi CBD, Ksh 200' })
      await page.getByText('Total Ksh 5,800').waitFor()
      const whatsapp = await page.getByRole('link', { name: 'Order via WhatsApp' }).getAttribute('href')
      expect(new URL(whatsapp ?? '').searchParams.get('text')).toContain('Delivery (Nairobi CBD): Ksh 200')
      await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
      await page.getByRole('button', { name: 'Pay Ksh 5,800 with M-Pesa' }).waitFor()
      await page.getByRole('radio', { name: /^Other Nairobi/ }).check()
      await page.getByRole('link', { name: 'Back to cart' }).click()
      await expect.poll(() => place.inputValue()).toBe('nairobi-other')
    })
  })

  it('keeps the total and the way to the checkout at the foot of a phone, clear of what has the focus', async () => {
    await shop.visit({}, async (page) => {
      const many = await shop.query<StoredProduct>('select * from products order by name limit 5')
      await arriveWithCart(page, many)
      await openPage(page, '/cart')
      const bar = page.getByRole('region', { name: 'Go on with this cart' })
      await bar.waitFor()
      await expectAccessibleInBothThemes(page)
      const top = (await bar.boundingBox())?.y ?? 0
      for (const plus of await page.getByRole('button', { name: /^One more of/ }).all()) {
        await plus.focus()
        const box = await plus.boundingBox()
        expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(top)
      }
      await page.getByRole('link', { name: 'Proceed to Checkout' }).scrollIntoViewIfNeeded()
      await bar.waitFor({ state: 'detached' })
      await page.evaluate(() => scrollTo(0, 0))
      await bar.getByRole('link', { name: 'Checkout' }).click()
      await page.waitForURL('/checkout')
    })
  })

  it.each(['{oops', '[{"id":1}]', '{"items":[]}', '"text"'])('ignores a saved %s without a word', async (saved) => {
    await shop.visit({}, async (page) => {
      await page.addInitScript((text) => localStorage.setItem('cart', text), saved)
      await openPage(page, '/cart')
      await page.getByRole('link', { name: 'Shop Now' }).waitFor()
      expect(await page.getByRole('alert').count()).toBe(0)
      expect(await page.getByRole('region', { name: /^Notifications/ }).count()).toBe(0)
    })
  })

  it('is the same in two tabs', async () => {
    await shop.visit({}, async (page) => {
      const { id } = await amber()
      await openPage(page, '/cart')
      const second = await page.context().newPage()
      await openPage(second, `/product/${id}`)
      await second.getByRole('button', { name: 'Add to Cart' }).click()
      await expect.poll(() => lines(page)).toEqual(['Amber Kisiwani'])
      await page.getByRole('button', { name: 'One more of Amber Kisiwani' }).click()
      await second.getByRole('link', { name: 'Cart, 2 items' }).waitFor()
    })
  })

  it('marks what is dearer now or no longer sold, until the shopper takes that over', async () => {
    await shop.visit({}, async (page) => {
      const gone = { ...(await sea()), id: randomUUID(), name: 'Sold for the last time' }
      await arriveWithCart(page, [{ ...(await amber()), price: 5_000 }, gone])
      await openPage(page, '/cart')
      await page.getByText('The price has changed.').waitFor()
      await page.getByText('No longer sold. It is not part of the total.').waitFor()
      await page.getByText('Total Ksh 5,600').waitFor()
      await expectAccessibleInBothThemes(page)
      await page.getByRole('button', { name: 'Update cart' }).click()
      await expect.poll(() => lines(page)).toEqual(['Amber Kisiwani'])
      expect(await page.getByText('The price has changed.').count()).toBe(0)
      expect(await page.evaluate(() => JSON.parse(localStorage.getItem('cart') ?? ''))).toMatchObject([
        { price: 5_600 },
      ])
    })
  })
})

async function stored(name: string): Promise<StoredProduct> {
  const [product] = await shop.query<StoredProduct>('select * from products where name = $1', [name])
  if (!product) throw new Error(`The first catalogue has no ${name}.`)
  return product
}

/** The perfumes in the cart, top to bottom. */
function lines(page: Page): Promise<string[]> {
  return page.getByRole('list', { name: 'Items' }).getByRole('heading').allTextContents()
}
