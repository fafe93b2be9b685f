import { afterEach, expect, it } from 'vitest'
import { openShop } from '../open-shop.ts'
import { expectAccessibleWhenFresh, openAdmin } from './admin-harness.ts'

const shop = openShop()
// The other journeys walk through the same shop.
afterEach(async () => {
  await shop.query('delete from shop_settings')
})

it.each(['phone', 'desktop'] as const)('lets the owner set the shop, field by field, on a %s', async (device) => {
  await shop.visit({ device }, async (page) => {
    await openAdmin(page, '/settings')
    const places = page.getByRole('group', { name: 'Delivery places' })
    const cbd = places.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Nairobi CBD' }) })
    const feeNow = Number(await cbd.getByLabel('Fee, Ksh').inputValue())
    await cbd.getByLabel('Fee, Ksh').fill(String(feeNow + 50))
    await cbd.getByLabel('Shoppers read').fill(`Today, if ordered by 14:00 (${device})`)
    await cbd.getByLabel('Shoppers read').blur()
    await cbd.getByText(/^Saved \d\d:\d\d$/).waitFor()

    const announcement = page.getByLabel('Above every page')
    await announcement.fill(`Gifts are wrapped for free, seen on a ${device}`)
    await announcement.press('Enter')
    await page
      .getByRole('group', { name: 'Announcement' })
      .getByText(/^Saved/)
      .waitFor()

    const details = page.getByRole('group', { name: 'The shop' })
    await page.getByLabel('E-mail').fill(`${device}@marashi.example`)
    await page.getByLabel('E-mail').blur()
    await details.getByText(/^Saved/).waitFor()
    await expectAccessibleWhenFresh(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)

    await page.goto('/contact')
    await page.getByText(`Gifts are wrapped for free, seen on a ${device}`).waitFor()
    const fee = page.locator('main dl > div').filter({ hasText: 'Nairobi CBD' })
    await fee.getByText(`Ksh ${feeNow + 50}`).waitFor()
    await fee.getByText(`Today, if ordered by 14:00 (${device})`).waitFor()

    await openAdmin(page, '/settings')
    await page.getByRole('group', { name: 'Announcement' }).getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => announcement.inputValue()).not.toContain(device)
  })
})
