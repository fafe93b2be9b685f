import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { dialogOf, expectAccessibleWhenFresh, openAdmin } from '../admin/admin-harness.ts'
import { expectAccessibleInBothThemes } from '../expect-accessible.ts'
import { openPage, openShop, untilInteractive } from '../open-shop.ts'
import { adminPassword } from '../shop-server.ts'
import { takePhone } from './demo-phone.ts'
import { orderWithMpesa } from './mpesa-harness.ts'

const shop = openShop()

it('an order whose money all went back says so to shopper and owner, and cannot be paid again', async () => {
  await shop.visit({}, async (page) => {
    const phone = await takePhone(shop.url)
    const email = 'all-back@example.com'
    await orderWithMpesa(shop, page, email, phone.number)
    await page.goto('/favicon.svg')
    await phone.answer('pays')
    await expect.poll(() => orderOf(email)).toMatchObject({ isPaid: true })
    const { id, number } = await orderOf(email)
    await shop.visit({ device: 'desktop' }, (admin) => refundAll(admin, number))

    await openPage(page, '/checkout')
    await page.waitForURL('/cart')
    await page.getByText(`Order ${number} was refunded`).waitFor()
    expect(await page.getByText(/waits to be paid|Continue payment/).count()).toBe(0)
    await page.getByRole('link', { name: 'Cart, 1 item' }).waitFor()
    await expectAccessibleInBothThemes(page)
    await page.reload()
    await untilInteractive(page)
    expect(await page.getByText(/waits to be paid|Continue payment/).count()).toBe(0)

    const tried = await page.request.post('/api/payments/mpesa/initiate', {
      data: { orderId: id, phone: phone.number },
    })
    expect({ status: tried.status(), ...(await tried.json()) }).toMatchObject({ status: 409, code: 'ORDER_REFUNDED' })
    expect(await attemptsOf(email)).toEqual([{ status: 'refunded' }])
  })
})

/** The owner asks M-Pesa for the whole payment back, and sees on the order that it went. */
async function refundAll(page: Page, number: string): Promise<void> {
  await openAdmin(page, `/payments?search=${number}`)
  await page.getByRole('button', { name: `Details of the payment for order ${number}` }).click()
  const drawer = dialogOf(page, `Payment for order ${number}`)
  await drawer.getByRole('button', { name: 'Refund' }).click()
  const dialog = dialogOf(page, `Refund for order ${number}`)
  await dialog.getByLabel('Reason').fill('The bottle was broken')
  await dialog.getByLabel('Password', { exact: true }).fill(adminPassword)
  await dialog.getByRole('button', { name: 'Refund' }).click()
  await drawer.getByRole('status').getByText('Refunded').waitFor()
  expect(await drawer.getByRole('button', { name: 'Refund' }).count()).toBe(0)
  await openAdmin(page, `/orders?search=${number}`)
  await page.getByRole('main').getByText('Refunded', { exact: true }).first().waitFor()
  await expectAccessibleWhenFresh(page)
}

async function orderOf(email: string) {
  const [order] = await shop.query<{ id: string; number: string; isPaid: boolean }>(
    'select id, order_number as number, paid_at is not null as "isPaid" from orders where customer_email = $1',
    [email],
  )
  if (!order) throw new Error('no order was stored')
  return order
}

const attemptsOf = (email: string) =>
  shop.query<{ status: string }>(
    'select p.status from payments p join orders o on o.id = p.order_id where o.customer_email = $1',
    [email],
  )
