import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectAccessibleInBothThemes } from '../expect-accessible.ts'
import { openPage, openShop } from '../open-shop.ts'
import { takePhone } from './demo-phone.ts'
import { orderWithMpesa } from './mpesa-harness.ts'
import { toastOf } from './steps.ts'

const shop = openShop()
const maxFirstViewBytes = 60 * 1024

it('after the payment, home leads to the order, whose page lasts and changes by itself', async () => {
  await shop.visit({}, async (page) => {
    const phone = await takePhone(shop.url)
    const email = 'keeps-the-link@example.com'
    await orderWithMpesa(shop, page, email, phone.number)
    await phone.answer('pays')
    await page.waitForURL('/')
    const { number, secret, receipt } = await orderOf(email)
    const card = page.getByRole('complementary', { name: `Order ${number} received` })
    await card.waitFor()
    await expectAccessibleInBothThemes(page)
    await card.getByRole('link', { name: 'see it' }).click()

    await page.waitForURL(`/order/${secret}`)
    await page.getByRole('heading', { level: 1, name: 'We are packing your order' }).waitFor()
    await page.getByRole('list', { name: 'Progress of your order' }).getByText(`receipt ${receipt}`).waitFor()
    const ask = await page.getByRole('link', { name: 'Ask about this order' }).getAttribute('href')
    expect(decodeURIComponent(ask ?? '')).toContain(`my order ${number}`)
    expect(decodeURIComponent(ask ?? '')).toContain(`/order/${secret}`)
    await expectAccessibleInBothThemes(page)
    expect(await page.getByRole('main').textContent()).not.toMatch(/Otieno|0712 345 678|Kimathi/)

    await shop.query(`update orders set status = 'shipped', updated_at = now() where order_number = $1`, [number])
    await comeBack(page)
    await page.getByRole('status').filter({ hasText: 'Your order is on its way' }).waitFor()
    await page.getByRole('heading', { level: 1, name: 'Your order is on its way' }).waitFor()

    await openPage(page, '/')
    await card.getByRole('button', { name: 'Hide' }).click()
    await card.waitFor({ state: 'detached' })
    await openPage(page, '/orders')
    await page.getByRole('link', { name: `Order ${number}` }).waitFor()
    await expectAccessibleInBothThemes(page)
  })
})

it('the first view of an order stays light, and needs no scripts', async () => {
  const { number, secret } = await orderOf('keeps-the-link@example.com')
  await shop.visit({ device: 'desktop' }, async (page) => {
    await page.goto(`/order/${secret}`, { waitUntil: 'networkidle' })
    const bytes = await page.evaluate(() =>
      performance
        .getEntries()
        .reduce((sum, entry) => sum + (entry instanceof PerformanceResourceTiming ? entry.transferSize : 0), 0),
    )
    expect(bytes).toBeGreaterThan(20_000)
    expect(bytes).toBeLessThanOrEqual(maxFirstViewBytes)
    await expectAccessibleInBothThemes(page)
    await page.emulateMedia({ media: 'print' })
    await page.getByRole('heading', { name: 'Payment' }).waitFor()
    expect(await page.getByRole('button').count()).toBe(0)
    expect(await page.getByRole('contentinfo').isVisible()).toBe(false)
  })
  await shop.visit({ hasScripts: false }, async (page) => {
    await page.goto(`/order/${secret}`)
    await page.getByRole('heading', { level: 1, name: 'Your order is on its way' }).waitFor()
    await page.getByText(number, { exact: true }).waitFor()
  })
})

it('an order that waits is paid on its page, from any browser that has the link', async () => {
  const phone = await takePhone(shop.url)
  const placed = await placeUnpaid()
  await shop.visit({}, async (page) => {
    await page.goto(`/order/${placed.pageSecret}`)
    await page.getByRole('heading', { level: 1, name: 'Your order waits for payment' }).waitFor()
    await page.getByRole('heading', { name: /^Or pay the (Till|Paybill) yourself$/ }).waitFor()
    await expectAccessibleInBothThemes(page)
    // The press is the first touch: it loads the code, and is answered once that is there.
    await page.getByRole('button', { name: /^Pay Ksh .* with M-Pesa$/ }).click()
    await page.getByRole('heading', { name: 'Pay your order' }).waitFor()
    await page.getByLabel('M-Pesa number').fill(phone.number)
    await expectAccessibleInBothThemes(page)
    await page.getByRole('button', { name: /^Pay Ksh .* with M-Pesa$/ }).click()
    await page.getByRole('heading', { name: 'Check your phone' }).waitFor()
    await phone.answer('pays')
    await toastOf(page, 'Payment received')
      .or(page.getByRole('heading', { name: 'We are packing your order' }))
      .first()
      .waitFor()
    await page.getByRole('heading', { level: 1, name: 'We are packing your order' }).waitFor()
  })
})

/** As if the shopper had looked at another tab meanwhile. */
const comeBack = (page: Page) => page.evaluate(() => dispatchEvent(new Event('visibilitychange')))

async function orderOf(email: string) {
  const [order] = await shop.query<{ number: string; secret: string; receipt: string }>(
    `select order_number as number, page_secret as secret, mpesa_receipt_number as receipt from orders
     where customer_email = $1`,
    [email],
  )
  if (!order) throw new Error('no order was stored')
  return order
}

/** An order of somebody who has left before paying. */
async function placeUnpaid(): Promise<{ pageSecret: string }> {
  const [perfume] = await shop.query<{ id: string; name: string; price: number }>(
    "select id, name, price from products where name = 'Amber Kisiwani'",
  )
  if (!perfume) throw new Error('the perfume is gone')
  const answer = await fetch(`${shop.url}/api/orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      order: {
        customerName: 'Amina Otieno',
        customerPhone: '0712 345 678',
        customerEmail: 'pays-later@example.com',
        deliveryAddress: 'Kimathi Street 4',
        deliveryLocation: 'embu',
        deliveryCharge: 0,
        subtotal: perfume.price,
        total: perfume.price,
        paymentMethod: 'mpesa',
      },
      items: [{ productId: perfume.id, productName: perfume.name, productPrice: perfume.price, quantity: 1 }],
    }),
  })
  return (await answer.json()) as { pageSecret: string }
}
