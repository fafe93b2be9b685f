import { expect, it } from 'vitest'
import { openShop } from '../open-shop.ts'
import { dialogOf, expectAccessibleWhenFresh, message, openAdmin } from './admin-harness.ts'

const shop = openShop()

it.each(['phone', 'desktop'] as const)('changes one price and many, and takes both back, on a %s', async (device) => {
  const stored = () => shop.query('select id, price, original_price from products order by id')
  const before = await stored()
  await shop.visit({ device }, async (page) => {
    await openAdmin(page, '/products')
    const card = page.getByRole('article').first()
    const name = (await card.getByRole('heading').textContent()) ?? ''
    await card.getByRole('button', { name: `Change price of ${name}` }).click()
    await card.getByLabel('Price', { exact: true }).fill('0')
    await card.getByRole('button', { name: 'Save' }).click()
    await card.getByText('Price must be greater than 0').waitFor()
    await expectAccessibleWhenFresh(page)
    await card.getByLabel('Price', { exact: true }).fill('12,345')
    await card.getByRole('button', { name: 'Save' }).click()
    await message(page, `Price of ${name} changed`).waitFor()
    await card.getByText('Ksh 12,345').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await message(page, 'Prices are as before').waitFor()
    expect(await stored()).toEqual(before)

    await page.getByRole('button', { name: 'Change Prices' }).click()
    const form = dialogOf(page, 'Change Prices')
    await form.getByLabel('Change by').fill('-10')
    await form.getByLabel('Original price').selectOption({ label: 'Show today’s price' })
    await expect.poll(() => form.getByRole('row').count()).toBe(before.length + 1)
    await form.getByRole('checkbox').first().uncheck()
    await expectAccessibleWhenFresh(page)
    await form.getByRole('button', { name: `Change ${before.length - 1} Prices` }).click()
    await message(page, `${before.length - 1} prices changed`).waitFor()
    const changed = (await stored()).filter((row, nth) => row.price !== before[nth]?.price)
    expect(changed).toHaveLength(before.length - 1)
    await page.getByRole('button', { name: 'Undo' }).click()
    await message(page, 'Prices are as before').waitFor()
    expect(await stored()).toEqual(before)
  })
})
