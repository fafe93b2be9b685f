import { afterEach, expect, it } from 'vitest'
import { depthBelowBox } from '../depth-below-box.ts'
import { cardNames, cardOf } from '../journeys/steps.ts'
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
    await cbd.getByLabel('When it arrives').fill(`Today, if ordered by 14:00 (${device})`)
    await cbd.getByLabel('When it arrives').blur()
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

    const hours = page.getByRole('group', { name: 'Opening hours' })
    await hours.getByRole('combobox', { name: 'Saturday' }).selectOption('Closed')
    await hours.getByText(/^Saved/).waitFor()
    await hours.getByLabel('Opens, Saturday').waitFor({ state: 'detached' })
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

it.each(['phone', 'desktop'] as const)(
  'lets the owner choose ways to pay, words and perfumes, on a %s',
  async (device) => {
    await shop.visit({ device }, async (page) => {
      await openAdmin(page, '/settings')
      const section = (name: string) => page.getByRole('group', { name })
      const ways = section('Ways to pay')
      const onDelivery = ways.getByRole('checkbox', { name: 'Pay on delivery' })
      await onDelivery.click()
      await ways.getByText(/^Saved/).waitFor()
      expect(await onDelivery.isChecked()).toBe(false)
      const home = section('Home page')
      await home.getByLabel('Title').fill(`Scents of the coast, on a ${device}`)
      await home.getByLabel('Title').press('Enter')
      await home.getByText(/^Saved/).waitFor()
      await home.getByLabel('Add a perfume').fill('oud')
      const first = home.getByRole('button', { name: /Oud/ }).first()
      const name = (await first.textContent()) ?? ''
      await first.click()
      await home.getByRole('listitem').filter({ hasText: name }).waitFor()
      await home
        .getByText(/^Saved/)
        .nth(1)
        .waitFor()
      await expectAccessibleWhenFresh(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)

      await page.goto('/')
      await page.getByRole('heading', { level: 1, name: `Scents of the coast, on a ${device}` }).waitFor()
      expect((await cardNames(page))[0]).toBe(name)
      await cardOf(page, name).getByRole('button', { name: /^Add/ }).click()
      await expect.poll(() => page.evaluate(() => JSON.stringify({ ...localStorage }))).toContain(name)
      await page.goto('/checkout')
      await page.getByRole('radio', { name: /^M-Pesa/ }).waitFor()
      expect(await page.getByRole('radio', { name: /^Pay on delivery/ }).count()).toBe(0)
    })
  },
)

it.each(['phone', 'desktop'] as const)(
  'shows the whole of letters of the shop’s name that reach below the line, on a %s',
  async (device) => {
    await shop.visit({ device }, async (page) => {
      await openAdmin(page, '/orders')
      const name = page.getByText('Marashi', { exact: true }).filter({ visible: true }).first()
      expect(await name.evaluate(depthBelowBox)).toBeLessThanOrEqual(0)
    })
  },
)
