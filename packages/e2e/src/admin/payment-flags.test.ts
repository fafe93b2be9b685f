import { expect, it } from 'vitest'
import { openShop } from '../open-shop.ts'
import { dialogOf, expectAccessibleWhenFresh, openAdmin } from './admin-harness.ts'

const shop = openShop()

it.each(['phone', 'desktop'] as const)('shows two flags of one payment and resolves one, on a %s', async (device) => {
  const { id, number } = await flaggedPayment()
  await shop.visit({ device }, async (page) => {
    await openAdmin(page, `/payments?search=${number}`)
    await page.getByRole('button', { name: `Details of the payment for order ${number}` }).click()
    const drawer = dialogOf(page, `Payment for order ${number}`)
    await drawer.getByText('The amount is not what was asked for, booked or owed').waitFor()
    await expectAccessibleWhenFresh(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
    const form = drawer.getByRole('form', { name: 'Resolve: The customer disputes the payment' })
    await form.getByLabel('What did you do about it?').fill('Sent the bank the receipt')
    await form.getByRole('button', { name: 'Resolve' }).click()
    await drawer.getByText('1 resolved flag').click()
    await drawer.getByText('Sent the bank the receipt').waitFor()
    expect(await drawer.getByRole('form').count()).toBe(1)
  })
  expect(
    await shop.query('select what from payment_flags where payment_id = $1 and resolved_at is null', [id]),
  ).toEqual([{ what: 'amount-mismatch' }])
})

async function flaggedPayment(): Promise<{ id: string; number: string }> {
  const [payment] = await shop.query<{ id: string; number: string }>(
    `with placed as (
       insert into orders (customer_name, customer_phone, delivery_address, delivery_location, delivery_charge, subtotal, total, payment_method)
       values ('Amina', '0712345678', 'Moi Avenue 7', 'embu', 0, 4500, 4500, 'mpesa') returning id, order_number)
     insert into payments (order_id, payment_method, amount, status) select id, 'mpesa', 4500, 'processing' from placed
     returning id, (select order_number from placed) as number`,
  )
  if (!payment) throw new Error('no payment was stored')
  await shop.query(
    `insert into payment_flags (payment_id, what, details, source, note, raised_at) values
       ($1, 'disputed', '{"disputeId": "dp_1"}', 'webhook', 'the customer’s bank disputes the charge', now()),
       ($1, 'amount-mismatch', '{"askedShillings": 4500, "amountShillings": 45, "receipt": "TJK7RT61SV"}', 'callback', null, now())`,
    [payment.id],
  )
  return payment
}
