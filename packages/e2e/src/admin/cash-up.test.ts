import { expect, it } from 'vitest'
import { openShop } from '../open-shop.ts'
import { dialogOf, expectAccessibleWhenFresh, message, openAdmin } from './admin-harness.ts'

const shop = openShop()

it('assigns money without an order on a phone, from the dashboard, and takes it back', async () => {
  const { orderId, number, receipt, transactionId } = await unmatchedMoney()
  await shop.visit({ device: 'phone' }, async (page) => {
    await openAdmin(page, '/dashboard')
    await page.getByRole('link', { name: /arrived without an order/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Cash-up' }).waitFor()
    const assign = page.getByRole('button', { name: `Assign to ${number}: Ksh 4,517, ${receipt}` })
    await assign.waitFor()
    await page.getByText('Same amount').first().waitFor()
    await expectAccessibleWhenFresh(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
    await assign.click()
    await message(page, `Ksh 4,517 assigned to ${number}`).waitFor()
    expect(await paidReceipts(orderId)).toEqual([{ receipt, isPaid: true }])
    await page.getByRole('button', { name: `Undo: Ksh 4,517 to ${number}` }).click()
    await message(page, 'Ksh 4,517 is without an order again').waitFor()
    await assign.waitFor()
    expect(await paidReceipts(orderId)).toEqual([])
  })
  const trace = await shop.query<{ what: string }>(
    `select what from gateway_transaction_events where transaction_id = $1 and by = 'administrator' order by id`,
    [transactionId],
  )
  expect(trace).toEqual([{ what: 'assigned' }, { what: 'unassigned' }])
})

it('marks money as not a sale with the keyboard alone, on a desktop', async () => {
  const { receipt, transactionId } = await unmatchedMoney()
  await shop.visit({ device: 'desktop' }, async (page) => {
    await openAdmin(page, '/dashboard')
    await page.keyboard.press('g')
    await page.keyboard.press('u')
    await page.getByRole('heading', { level: 1, name: 'Cash-up' }).waitFor()
    await page.getByRole('button', { name: `Not a sale: Ksh 4,517, ${receipt}` }).focus()
    await page.keyboard.press('Enter')
    const dialog = dialogOf(page, 'Not a sale?')
    await dialog.waitFor()
    await expectAccessibleWhenFresh(page)
    await page.keyboard.type('My own transfer')
    await page.keyboard.press('Enter')
    await page.getByText('Ksh 4,517: not a sale').first().waitFor()
    expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true)
    await expectAccessibleWhenFresh(page)
  })
  const [row] = await shop.query<{ isDismissed: boolean; note: string }>(
    `select t.dismissed_at is not null as "isDismissed", e.note from gateway_transactions t
     join gateway_transaction_events e on e.transaction_id = t.id and e.what = 'dismissed' where t.id = $1`,
    [transactionId],
  )
  expect(row).toEqual({ isDismissed: true, note: 'My own transfer' })
})

const paidReceipts = (orderId: string) =>
  shop.query<{ receipt: string; isPaid: boolean }>(
    `select o.mpesa_receipt_number as receipt, o.paid_at is not null as "isPaid" from payments p
     join orders o on o.id = p.order_id where p.order_id = $1 and p.status = 'completed' and p.deleted_at is null`,
    [orderId],
  )

let receipts = 0

/** Money that fits an unpaid order, as M-Pesa reports it a few minutes after the order. */
async function unmatchedMoney() {
  const receipt = `TKCASH${Date.now().toString(36).slice(-3).toUpperCase()}${receipts++}`
  const [money] = await shop.query<{ orderId: string; number: string; transactionId: string }>(
    `with placed as (
       insert into orders (customer_name, customer_phone, delivery_address, delivery_location, delivery_charge, subtotal, total, payment_method, created_at)
       values ('Jane Wanjiru', '0722000118', 'Moi Avenue 7', 'embu', 0, 4517, 4517, 'mpesa', now() - interval '6 minutes')
       returning id, order_number),
     arrived as (
       insert into gateway_transactions (gateway, reference, kind, amount_cents, occurred_at, account, payer_name, payer_phone, first_source, created_at)
       values ('mpesa', $1, 'payment', 451700, now(), 'perfume', 'JANE W NJOROGE', '2547 ***** 118', 'confirmation', now() - interval '3 minutes')
       returning id)
     select placed.id as "orderId", order_number as number, arrived.id as "transactionId" from placed, arrived`,
    [receipt],
  )
  if (!money) throw new Error('no money was stored')
  return { ...money, receipt }
}
