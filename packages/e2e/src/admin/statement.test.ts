import { expect, it } from 'vitest'
import { openShop } from '../open-shop.ts'
import { adminPassword } from '../shop-server.ts'
import { dialogOf, expectAccessibleWhenFresh, message, openAdmin } from './admin-harness.ts'

const shop = openShop()
/** Days that no other journey uses. */
it.each([
  ['phone', '10'],
  ['desktop', '11'],
] as const)('imports a statement of M-Pesa’s portal, on a %s', async (device, dayOfMarch) => {
  const receipt = `TCOURS${dayOfMarch}AB`
  const other = `TCELSE${dayOfMarch}AB`
  await storePaidOrder(receipt, `2026-03-${dayOfMarch}T10:00:00+03:00`)
  const row = (of: string, time: string, shillings: number) =>
    `${of},${time},,Pay Bill Online,Completed,${shillings}.00,,Pay Bill Online,2547****678 - AMINA,,`
  const statement = (rows: string[]) =>
    [
      `Time Period:,From ${dayOfMarch}-03-2026 00:00:00 To ${dayOfMarch}-03-2026 23:59:59`,
      'Receipt No.,Completion Time,Initiation Time,Details,Transaction Status,Paid In,Withdrawn,Reason Type,Other Party Info,Linked Transaction ID,A/C No.',
      ...rows,
    ].join('\n')
  const refused = /^400 POST .*cash-up\/statement/
  await shop.visit({ device, expected: [refused] }, async (page) => {
    await openAdmin(page, `/cash-up?day=2026-03-${dayOfMarch}`)
    const mpesa = page.getByRole('row', { name: /^M-Pesa/ })
    await mpesa.getByText('4,500').waitFor()
    const upload = async (rows: string[]) => {
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        page.getByRole('button', { name: 'Import a statement' }).click(),
      ])
      await chooser.setFiles({ name: 'statement.csv', mimeType: 'text/csv', buffer: Buffer.from(statement(rows)) })
    }
    const ours = row(receipt, `${dayOfMarch}-03-2026 10:00:00`, 4_500)
    await upload([ours, row(other, 'in the evening', 800)])
    await page
      .getByRole('alert')
      .filter({ hasText: /Row 4: "in the evening" is no time/ })
      .waitFor()
    await mpesa.getByText('Not checked').waitFor()
    await expectAccessibleWhenFresh(page)
    await upload([ours, row(other, `${dayOfMarch}-03-2026 18:30:00`, 800)])
    await page.getByText('2 lines read, 2 of them new.').waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    await mpesa.getByText('5,300').waitFor()
    await mpesa.getByText('too much').waitFor()
    await page.getByRole('button', { name: `Not a sale: Ksh 800, ${other}` }).waitFor()
    await expectAccessibleWhenFresh(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  })
})

it('registers the addresses that M-Pesa reports to, with the password', async () => {
  await shop.visit({ device: 'phone', expected: [/^400 POST .*confirmations\.register/] }, async (page) => {
    await openAdmin(page, '/cash-up')
    await page.getByText('M-Pesa’s reports of payments by hand').click()
    await page.getByRole('button', { name: 'Show the addresses' }).click()
    await dialogOf(page, 'Show the secret addresses').getByLabel('Password', { exact: true }).fill(adminPassword)
    await page.keyboard.press('Enter')
    await page.getByText(/\/api\/hooks\/confirmation\/.+/).waitFor()
    await expectAccessibleWhenFresh(page)
    await page.getByRole('button', { name: /^Register/ }).click()
    const dialog = dialogOf(page, 'Register at M-Pesa')
    const password = dialog.getByLabel('Password', { exact: true })
    await expectAccessibleWhenFresh(page)
    await password.fill('jasmine at noon')
    await page.keyboard.press('Enter')
    await dialog.getByText('Invalid password').waitFor()
    await expect.poll(() => password.evaluate((box) => box === document.activeElement)).toBe(true)
    await password.fill(adminPassword)
    await dialog.getByRole('button', { name: 'Register the addresses' }).click()
    await message(page, 'M-Pesa knows the addresses now').waitFor()
    await dialog.waitFor({ state: 'hidden' })
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  })
})

/** An order of Ksh 4,500 that M-Pesa has paid. */
async function storePaidOrder(receipt: string, at: string): Promise<void> {
  await shop.query(
    `with placed as (
       insert into orders (customer_name, customer_phone, delivery_address, delivery_location, delivery_charge, subtotal, total, payment_method, mpesa_receipt_number, created_at, paid_at)
       values ('Amina', '0712345678', 'Moi Avenue 7', 'embu', 0, 4500, 4500, 'mpesa', $1, $2, $2) returning id)
     insert into payments (order_id, payment_method, amount, status, provider_receipt, created_at, completed_at)
     select id, 'mpesa', 4500, 'completed', $1, $2, $2 from placed`,
    [receipt, at],
  )
}
