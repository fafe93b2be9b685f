import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { type OpenShop, openPage } from '../open-shop.ts'
import { arriveWithCart, fillCheckout, type StoredProduct } from './steps.ts'

/** As if 75 seconds had passed: a phone may be asked again. */
export const letPromptsLapse = (shop: OpenShop) =>
  shop.query(`update request_slots set free_at = now() where key like 'prompt:%'`)

/** Arrives with one perfume of Ksh 5,600 and fills in the checkout for M-Pesa. */
export async function fillInForMpesa(shop: OpenShop, page: Page, email: string): Promise<void> {
  const [perfume] = await shop.query<StoredProduct>("select * from products where name = 'Amber Kisiwani'")
  await arriveWithCart(page, [perfume as StoredProduct])
  await openPage(page, '/checkout')
  await fillCheckout(page, email, 'M-Pesa')
}

/** Places an order that this phone has to pay; the contact phone is somebody else's. */
export async function orderWithMpesa(shop: OpenShop, page: Page, email: string, number: string): Promise<void> {
  await fillInForMpesa(shop, page, email)
  expect(await page.getByLabel('M-Pesa number').inputValue()).toBe('0712 345 678')
  await page.getByLabel('M-Pesa number').fill(number)
  await page.getByRole('button', { name: 'Pay Ksh 5,600 with M-Pesa' }).click()
  await page.getByRole('heading', { name: 'Check your phone' }).waitFor()
}
