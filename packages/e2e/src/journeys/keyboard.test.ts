import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { openPage, openShop } from '../open-shop.ts'
import { cardOf, placeButton, toastOf } from './steps.ts'

const shop = openShop()

it('lets a perfume be bought with the keyboard alone', async () => {
  const email = 'keyboard@example.com'
  await shop.visit({ device: 'desktop' }, async (page) => {
    const press = page.keyboard.press.bind(page.keyboard)
    await openPage(page, '/')
    await tabTo(page, page.getByRole('link', { name: 'Shop Collection' }))
    await press('Enter')
    await page.waitForURL('/shop')

    await tabTo(page, page.getByRole('searchbox', { name: 'Search perfumes' }))
    await page.keyboard.type('bahari buluu')
    await page.getByText('Showing 1-1 of 1 products for "bahari buluu"').waitFor()
    await tabTo(page, cardOf(page, 'Bahari Buluu').getByRole('button', { name: /^Add/ }))
    await press('Space')
    const cart = page.getByRole('link', { name: 'Cart, 1 item' })
    await cart.waitFor()
    await tabTo(page, cart, 'Shift+Tab')
    await press('Enter')
    await page.waitForURL('/cart')

    await tabTo(page, page.getByRole('button', { name: 'One more of Bahari Buluu' }))
    await press('Space')
    await tabTo(page, page.getByRole('link', { name: 'Proceed to Checkout' }))
    await press('Enter')
    await page.waitForURL('/checkout')

    const words = { 'First name': 'Amina', 'Last name': 'Otieno', Email: email, Phone: '0712345678' }
    for (const [label, text] of Object.entries(words)) {
      await tabTo(page, page.getByLabel(label, { exact: true }))
      await page.keyboard.type(text)
    }
    await tabTo(page, page.getByRole('radio', { name: /^Embu/ }))
    await press('ArrowDown')
    await page.getByRole('button', { name: 'Pay Ksh 6,600 with M-Pesa' }).waitFor()
    await tabTo(page, page.getByLabel('Address', { exact: true }))
    await page.keyboard.type('Kimathi Street 4')
    await tabTo(page, page.getByRole('radio', { name: /^M-Pesa/ }))
    await press('ArrowUp')
    await page.getByRole('button', { name: 'Place order for Ksh 6,600' }).waitFor()
    await chooseWithArrows(page, page.getByRole('radio', { name: /^Pay on delivery/ }))
    await tabTo(page, placeButton(page))
    await press('Enter')
    await toastOf(page, 'Order placed successfully!').waitFor()
  })
  const orders = await shop.query('select delivery_location, total from orders where customer_email = $1', [email])
  expect(orders).toEqual([{ delivery_location: 'nairobi-cbd', total: '6600.00' }])
})

/** Tabs to the group of the option and selects it with the arrow keys. */
async function chooseWithArrows(page: Page, option: Locator): Promise<void> {
  const name = (await option.getAttribute('name')) ?? ''
  await tabTo(page, page.locator(`input[name="${name}"]:checked`))
  for (let presses = 0; !(await option.isChecked()) && presses < 5; presses += 1) await page.keyboard.press('ArrowDown')
  expect(await option.isChecked()).toBe(true)
}

/** Presses Tab until the element has the focus, and checks that nothing covers it (WCAG 2.4.11). */
async function tabTo(page: Page, element: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await element.waitFor()
  const hasFocus = () => element.evaluate((each) => each === document.activeElement)
  for (let presses = 0; !(await hasFocus()); presses += 1) {
    if (presses === 80) throw new Error(`${presses} times ${key} do not lead to ${element}`)
    await page.keyboard.press(key)
  }
  const isSeen = await element.evaluate((each) => {
    const { left, right, top, bottom } = each.getBoundingClientRect()
    const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
    return each.contains(seen) || seen?.contains(each)
  })
  expect(isSeen, `${element} is in sight`).toBe(true)
}
