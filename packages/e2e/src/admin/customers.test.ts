import { expect, it } from 'vitest'
import { openShop } from '../open-shop.ts'
import { adminPassword } from '../shop-server.ts'
import { dialogOf, expectAccessibleWhenFresh, message, openAdmin } from './admin-harness.ts'

const shop = openShop()

it.each([
  ['phone', '0711000111'],
  ['desktop', '0711000222'],
] as const)('keeps a note on who ordered, hands out their data and erases them, on a %s', async (device, phone) => {
  const name = `Zawadi wa ${device}`
  await shop.query(
    `insert into orders (customer_name, customer_phone, delivery_address, delivery_location, delivery_charge, subtotal, total, payment_method)
     values ($1, $2, 'Kimathi Street 4', 'embu', 0, 4500, 4500, 'manual')`,
    [name, phone],
  )
  await shop.visit({ device }, async (page) => {
    await openAdmin(page, `/customers?search=${phone}`)
    await page.getByRole('heading', { name }).waitFor()
    await page.getByRole('button', { name: `Note on ${name}` }).click()
    const note = dialogOf(page, `Note on ${name}`)
    await note.getByLabel('Note', { exact: true }).fill('Rings twice')
    await note.getByRole('button', { name: 'Save note' }).click()
    await message(page, 'Note saved').waitFor()
    await page.getByText('Rings twice').waitFor()
    await expectAccessibleWhenFresh(page)

    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: `Download data of ${name}` }).click()
    expect((await saved).suggestedFilename()).toBe(`customer-${phone}.json`)

    await page.getByRole('button', { name: `Erase ${name}` }).click()
    const erase = dialogOf(page, `Erase ${name}?`)
    await expectAccessibleWhenFresh(page)
    await erase.getByLabel('Password', { exact: true }).fill(adminPassword)
    await erase.getByRole('button', { name: 'Erase for good' }).click()
    await page.getByRole('heading', { name: 'No customers found' }).waitFor()
  })
  expect(await shop.query('select from orders where customer_name = $1 or customer_phone = $2', [name, phone])).toEqual(
    [],
  )
})
