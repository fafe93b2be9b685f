import { expect, it } from 'vitest'
import { openShop } from '../open-shop.ts'
import { dialogOf, expectAccessibleWhenFresh, openAdmin } from './admin-harness.ts'

const shop = openShop()

it.each(['phone', 'desktop'] as const)('gives a part of a payment back, on a %s', async (device) => {
  const { id, number } = await completedPayment()
  await shop.visit({ device }, async (page) => {
    await openAdmin(page, `/payments?search=${number}`)
    await page.getByRole('button', { name: `Details of the payment for order ${number}` }).click()
    const drawer = dialogOf(page, `Payment for order ${number}`)
    await drawer.getByRole('button', { name: 'Refund' }).click()
    const dialog = dialogOf(page, `Refund for order ${number}`)
    expect(await dialog.getByLabel('Amount (in cents)').inputValue()).toBe('450000')
    await expectAccessibleWhenFresh(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
    await dialog.getByLabel('Amount (in cents)').fill('100000')
    await dialog.getByLabel('Reason').fill('A bottle was broken')
    await dialog.getByRole('button', { name: 'Refund' }).click()
    await drawer.getByText('A bottle was broken').waitFor()
    await drawer.getByText('Ksh 3,500 can still go back.').waitFor()
    await expectAccessibleWhenFresh(page)
  })
  expect(await shop.query('select refunded_amount::int as refunded from payments where id = $1', [id])).toEqual([
    { refunded: 1_000 },
  ])
})

async function completedPayment(): Promise<{ id: string; number: string }> {
  const [payment] = await shop.query<{ id: string; number: string }>(
    `with placed as (
       insert into orders (customer_name, customer_phone, delivery_address, delivery_location, delivery_charge, subtotal, total, payment_method, paid_at)
       values ('Amina', '0712345678', 'Moi Avenue 7', 'embu', 0, 4500, 4500, 'mpesa', now()) returning id, order_number)
     insert into payments (order_id, payment_method, amount, status, is_manual, completed_at)
     select id, 'mpesa', 4500, 'completed', true, now() from placed
     returning id, (select order_number from placed) as number`,
  )
  if (!payment) throw new Error('no payment was stored')
  return payment
}
