import type { Locator, Page } from 'playwright-core'

/** Chooses options by label, on a phone in the sheet behind Filters: `{ Category: 'Oud & Woods' }`. */
export async function chooseFilters(page: Page, choices: Record<string, string>): Promise<void> {
  const sheet = page.getByRole('button', { name: /^Filters/ })
  const isSmall = await sheet.isVisible()
  if (isSmall) await sheet.click()
  for (const [label, option] of Object.entries(choices)) {
    await page.getByLabel(label, { exact: true }).selectOption({ label: option })
  }
  if (isSmall) await page.getByRole('button', { name: /^Show \d+ products?$/ }).click()
}

/** The card of the perfume with this name. */
export function cardOf(page: Page, name: string): Locator {
  return page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) })
}

/** The current texts of the cards, in the order of the grid. */
export async function cardNames(page: Page): Promise<string[]> {
  return page.getByRole('article').getByRole('heading').allTextContents()
}

/** A row of the products table. */
export type StoredProduct = { id: string; name: string; price: number; image: string; category: string }

/** Stores products in a new shopper's cart in the format of the storefront; the next page shows them. */
export async function arriveWithCart(page: Page, products: readonly StoredProduct[], quantity = 1): Promise<void> {
  const items = products.map(({ id, name, price, image, category }) => ({ id, name, price, image, quantity, category }))
  await page.addInitScript((cart) => {
    // This script runs at every load and must not undo later changes of the cart.
    if (sessionStorage.getItem('arrived') === null) localStorage.setItem('cart', cart)
    sessionStorage.setItem('arrived', 'yes')
  }, JSON.stringify(items))
}

/** Fills in the checkout with this e-mail address, by which the test finds the stored order. */
export async function fillCheckout(page: Page, email: string, method = 'Pay on delivery'): Promise<void> {
  await page.getByRole('radio', { name: new RegExp(`^${method}`) }).check()
  await page.getByLabel('First name', { exact: true }).fill('Amina')
  await page.getByLabel('Last name', { exact: true }).fill('Otieno')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Phone', { exact: true }).fill('0712 345 678')
  await page.getByLabel('Address', { exact: true }).fill('Kimathi Street 4, Nairobi')
}

/** The button that places the order; its name holds the total and the payment method. */
export function placeButton(page: Page): Locator {
  return page.getByRole('button', { name: /^(Place order for|Pay|Continue to pay) Ksh/ })
}

/** The visible toast with this title, not its copy for screen readers. */
export function toastOf(page: Page, title: string): Locator {
  return page.getByRole('region', { name: /^Notifications/ }).getByText(title, { exact: true })
}
