import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessibleInBothThemes } from '../expect-accessible.ts'
import { openPage, openShop, untilInteractive } from '../open-shop.ts'
import { arriveWithCart, fillCheckout, placeButton, type StoredProduct, toastOf } from './steps.ts'

const shop = openShop()

describe('the checkout', () => {
  it('sends an empty cart back', async () => {
    await shop.visit({}, async (page) => {
      await page.goto('/checkout')
      await page.waitForURL('/cart')
    })
  })

  it.each(['phone', 'desktop'] as const)('says what is missing, and where, on a %s', async (device) => {
    await shop.visit({ device }, async (page) => {
      await arriveWithCart(page, [await perfume()])
      await openPage(page, '/checkout')
      await placeButton(page).click()
      await toastOf(page, 'Missing information').waitFor()
      await toastOf(page, 'Please fill in all required fields.').waitFor()
      const message = page.getByRole('region', { name: 'There is a problem' })
      await expect.poll(() => isFocused(page.getByLabel('First name'))).toBe(true)
      for (const name of ['First name', 'Last name', 'Email', 'Phone', 'Address']) {
        const field = page.getByLabel(name, { exact: true })
        expect(await described(field)).toContain(`${name} is required`)
      }
      await expectAccessibleInBothThemes(page)
      await message.getByRole('button', { name: 'Phone is required' }).click()
      await expect.poll(() => isFocused(page.getByLabel('Phone', { exact: true }))).toBe(true)
      await page.keyboard.type('0712 345 678')
      await expect.poll(() => message.getByRole('button', { name: 'Phone is required' }).count()).toBe(0)
      await fillCheckout(page, 'missing@example.com')
      await message.waitFor({ state: 'detached' })
    })
  })

  it.each([
    ['phone', 'light'],
    ['phone', 'dark'],
    ['desktop', 'light'],
  ] as const)('covers no field that has the focus on a %s, %s', async (device, colorScheme) => {
    await shop.visit({ device, colorScheme }, async (page) => {
      await arriveWithCart(page, [await perfume()])
      await openPage(page, '/checkout')
      await placeButton(page).click()
      const message = page.getByRole('region', { name: 'There is a problem' })
      await message.waitFor()
      const [words, button] = [await boxOf(message), await boxOf(placeButton(page))]
      expect(words.y + words.height).toBeLessThanOrEqual(button.y)
      const toast = page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem')
      expect(overlap(await boxOf(toast), button)).toBe(false)
      expect(overlap(await boxOf(toast), words)).toBe(false)
      for (const control of await page.getByRole('textbox').all()) {
        await control.focus()
        const name = (await control.getAttribute('name')) ?? ''
        expect(overlap(await boxOf(message), await boxOf(control)), name).toBe(false)
        expect(overlap(await boxOf(placeButton(page)), await boxOf(control)), name).toBe(false)
        expect(overlap(await boxOf(page.getByRole('banner')), await boxOf(control)), name).toBe(false)
      }
    })
  })

  it.each([1, 2, 3, 4])(
    'says on a laptop what is missing beside the button that is pressed again: of %i perfumes',
    async (count) => {
      await shop.visit({ device: 'desktop' }, async (page) => {
        const perfumes = await shop.query<StoredProduct>('select * from products order by name limit $1', [count])
        await arriveWithCart(page, perfumes)
        await openPage(page, '/checkout')
        await placeButton(page).click()
        await toastOf(page, 'Missing information').waitFor()
        const toast = page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem')
        expect(overlap(await boxOf(toast), await boxOf(placeButton(page)))).toBe(false)
        expect(overlap(await boxOf(toast), await boxOf(page.getByRole('region', { name: 'There is a problem' })))).toBe(
          false,
        )
      })
    },
  )

  it('keeps the total and the way to pay at the foot of a phone, but not of one that the keyboard leaves little of', async () => {
    await shop.visit({}, async (page) => {
      await arriveWithCart(page, [await perfume()])
      await openPage(page, '/checkout')
      const button = placeButton(page)
      await button.waitFor()
      expect((await boxOf(button)).y).toBeLessThan(740)
      await page.setViewportSize({ width: 360, height: 400 })
      await page.getByLabel('Email', { exact: true }).focus()
      expect((await boxOf(button)).y).toBeGreaterThan(400)
    })
  })

  it('says each thing once: what to do, in which fields, and at each field what is wrong', async () => {
    await shop.visit({}, async (page) => {
      await arriveWithCart(page, [await perfume()])
      await openPage(page, '/checkout')
      await placeButton(page).click()
      await toastOf(page, 'Missing information').waitFor()
      const message = page.getByRole('region', { name: 'There is a problem' })
      expect(await shownTimes(page, 'Phone is required')).toBe(1)
      expect(await shownTimes(page, 'Missing information')).toBe(1)
      expect(await shownTimes(page, 'Please fill in all required fields.')).toBe(1)
      expect((await message.getByRole('listitem').allInnerTexts()).map((text) => text.split('\n')[0])).toEqual([
        'First name',
        'Last name',
        'Email',
        'Phone',
        'Address',
      ])
    })
  })

  it('leads nowhere but home, to help and back to the cart, and shows what is bought', async () => {
    await shop.visit({}, async (page) => {
      const product = await perfume()
      await arriveWithCart(page, [product], 2)
      await openPage(page, '/checkout')
      expect(await page.getByRole('navigation').count()).toBe(0)
      await page.getByRole('banner').getByRole('link', { name: 'Help' }).waitFor()
      await page.getByText('Secure checkout.').waitFor()
      await page.getByText('2 bottles').click()
      await page.getByText('Amber Kisiwani × 2').first().waitFor()
      await page.getByRole('link', { name: 'Back to cart' }).click()
      await page.waitForURL('/cart')
    })
  })

  it('demands no M-Pesa number that may stay empty', async () => {
    await shop.visit({}, async (page) => {
      await arriveWithCart(page, [await perfume()])
      await openPage(page, '/checkout')
      await page.getByRole('radio', { name: /^M-Pesa/ }).check()
      await placeButton(page).click()
      await toastOf(page, 'Missing information').waitFor()
      expect(await page.getByLabel('M-Pesa number').getAttribute('aria-invalid')).toBeNull()
    })
  })

  it('a message of three lines leaves the field that is to be mended in sight, on a phone', async () => {
    await shop.visit({}, async (page) => {
      await arriveWithCart(page, [await perfume()])
      await openPage(page, '/checkout')
      await fillCheckout(page, 'amina at example', 'M-Pesa')
      await page.getByLabel('M-Pesa number').fill('0201234567')
      const email = page.getByLabel('Email', { exact: true })
      // In sight below the header, where the message comes in. A click of Playwright's would scroll the page.
      await email.evaluate((field) => scrollBy(0, field.getBoundingClientRect().top - 64))
      await placeButton(page).dispatchEvent('click')
      await toastOf(page, 'Invalid phone number').waitFor()
      await expect.poll(() => isFocused(email)).toBe(true)
      const toast = page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem')
      expect(overlap(await boxOf(toast), await boxOf(email))).toBe(false)
    })
  })

  it('asks for an e-mail address that can be one, without calling it missing', async () => {
    await shop.visit({}, async (page) => {
      await arriveWithCart(page, [await perfume()])
      await openPage(page, '/checkout')
      await fillCheckout(page, 'amina at example')
      await placeButton(page).click()
      await page.getByRole('button', { name: 'Please enter a valid email address' }).waitFor()
      expect(await page.getByText('Missing information').count()).toBe(0)
    })
  })

  it('adds the fee of each location to the total, and keeps what was typed across a reload', async () => {
    await shop.visit({ colorScheme: 'dark' }, async (page) => {
      const product = await perfume()
      const ksh = (shillings: number) => `Ksh ${shillings.toLocaleString('en')}`
      await arriveWithCart(page, [product])
      await openPage(page, '/checkout')
      await page.getByRole('button', { name: `Pay ${ksh(product.price)} with M-Pesa` }).waitFor()
      await page.getByRole('radio', { name: 'Other Nairobi Ksh 300' }).check()
      await page.getByRole('button', { name: `Pay ${ksh(product.price + 300)} with M-Pesa` }).waitFor()
      await page.getByRole('radio', { name: 'Nairobi CBD Ksh 200' }).check()
      await page.getByRole('button', { name: `Pay ${ksh(product.price + 200)} with M-Pesa` }).waitFor()
      await fillCheckout(page, 'reload@example.com')
      await page.reload()
      await untilInteractive(page)
      await page.getByRole('button', { name: `Place order for ${ksh(product.price + 200)}` }).waitFor()
      expect(await page.getByLabel('Email').inputValue()).toBe('reload@example.com')
      expect(await page.getByLabel('Address', { exact: true }).inputValue()).toBe('Kimathi Street 4, Nairobi')
    })
  })

  it('asks before going on when the price has changed meanwhile', async () => {
    const email = 'dearer@example.com'
    await withOwnPerfume((product) =>
      shop.visit({ expected: [/^409 POST .*checkout\.placeOrder/] }, async (page) => {
        await arriveWithCart(page, [product])
        await openPage(page, '/checkout')
        await fillCheckout(page, email)
        await page.getByRole('button', { name: 'Place order for Ksh 4,000' }).waitFor()
        await shop.query('update products set price = 4500 where id = $1', [product.id])
        await placeButton(page).click()
        await page.getByRole('heading', { name: 'The total has changed' }).waitFor()
        await page.getByText('It was Ksh 4,000 and is now Ksh 4,500. Nothing has been ordered yet.').waitFor()
        expect(await totals(email)).toEqual([])
        await expectAccessibleInBothThemes(page)
        await page.getByRole('button', { name: 'Place order for Ksh 4,500' }).click()
        await toastOf(page, 'Order placed successfully!').waitFor()
        expect(await totals(email)).toEqual([4_500])
      }),
    )
  })

  it('asks before leaving out what was sold for the last time meanwhile', async () => {
    const email = 'gone@example.com'
    const staying = await perfume()
    await withOwnPerfume((product) =>
      shop.visit({ expected: [/^409 POST .*checkout\.placeOrder/] }, async (page) => {
        await arriveWithCart(page, [product, staying])
        await openPage(page, '/checkout')
        await fillCheckout(page, email)
        await placeButton(page).waitFor()
        await shop.query('delete from products where id = $1', [product.id])
        await placeButton(page).click()
        await page.getByRole('heading', { name: 'Some perfumes are no longer sold' }).waitFor()
        expect(await totals(email)).toEqual([])
        await placeButton(page).click()
        await toastOf(page, 'Order placed successfully!').waitFor()
        expect(await totals(email)).toEqual([staying.price])
        await page.getByRole('link', { name: 'Cart, 0 items' }).waitFor()
      }),
    )
  })
})

const isFocused = (field: Locator) => field.evaluate((element) => element === document.activeElement)

async function perfume(): Promise<StoredProduct> {
  const [product] = await shop.query<StoredProduct>("select * from products where name = 'Amber Kisiwani'")
  if (!product) throw new Error('The first catalogue has no Amber Kisiwani.')
  return product
}

/** A perfume for Ksh 4,000 that only this test sells. */
async function withOwnPerfume(test: (product: StoredProduct) => Promise<void>): Promise<void> {
  const id = randomUUID()
  const [product] = await shop.query<StoredProduct>(
    `insert into products (id, name, description, category, category_id, price, image)
     select $1, 'Only now', 'A passing scent.', category, category_id, 4000, image from products limit 1 returning *`,
    [id],
  )
  try {
    await test(product as StoredProduct)
  } finally {
    await shop.query('delete from products where id = $1', [id])
  }
}

async function totals(email: string): Promise<number[]> {
  const orders = await shop.query<{ total: string }>('select total from orders where customer_email = $1', [email])
  return orders.map(({ total }) => Number(total))
}

/** How often the page shows this text; text for screen readers alone is one pixel large and does not count. */
async function shownTimes(page: Page, words: string): Promise<number> {
  const boxes = await Promise.all((await page.getByText(words).all()).map((each) => each.boundingBox()))
  return boxes.filter((box) => box && box.width > 1).length
}

type Box = { x: number; y: number; width: number; height: number }

async function boxOf(target: Locator): Promise<Box> {
  const box = await target.boundingBox()
  if (!box) throw new Error('It is not shown.')
  return box
}

const overlap = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

/** The accessible description of the field. */
function described(field: Locator): Promise<string> {
  return field.evaluate((element) =>
    (element.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent)
      .join(' '),
  )
}
