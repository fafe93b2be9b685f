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

/** What the grid's cards say at this moment, in the order of the grid. */
export async function cardNames(page: Page): Promise<string[]> {
  return page.getByRole('article').getByRole('heading').allTextContents()
}

/** A product as it lies in the shop's table. */
export type StoredProduct = { id: string; name: string; price: number; image: string; category: string }

/** Puts products into a new shopper's cart as the shop itself would have saved them; the next page opened shows them. */
export async function arriveWithCart(page: Page, products: readonly StoredProduct[], quantity = 1): Promise<void> {
  const items = products.map(({ id, name, price, image, category }) => ({ id, name, price, image, quantity, category }))
  await page.addInitScript((cart) => {
    // Scripts run at every load; what the shopper did to the cart since then stays.
    if (sessionStorage.getItem('arrived') === null) localStorage.setItem('cart', cart)
    sessionStorage.setItem('arrived', 'yes')
  }, JSON.stringify(items))
}

/** Fills in the checkout for somebody with this e-mail address, by which the stored order is found again. */
export async function fillCheckout(page: Page, email: string, method = 'Pay on delivery'): Promise<void> {
  await page.getByRole('radio', { name: new RegExp(`^${method}`) }).check()
  await page.getByLabel('First name', { exact: true }).fill('Amina')
  await page.getByLabel('Last name', { exact: true }).fill('Otieno')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Phone', { exact: true }).fill('0712 345 678')
  await page.getByLabel('Address', { exact: true }).fill('Kimathi Street 4, Nairobi')
}

/** The button that orders; its name says the total, and how it is paid. */
export function placeButton(page: Page): Locator {
  return page.getByRole('button', { name: /^(Place order for|Pay|Continue to pay) Ksh/ })
}

/** A message by its title, as everybody sees it; the copy for screen readers is not meant. */
export function toastOf(page: Page, title: string): Locator {
  return page.getByRole('region', { name: /^Notifications/ }).getByText(title, { exact: true })
}
