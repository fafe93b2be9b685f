import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { expectAccessibleInBothThemes } from '../expect-accessible.ts'
import { openPage, openShop } from '../open-shop.ts'

const shop = openShop()

describe('an address that leads nowhere', () => {
  const expected = [/^404 GET .*\/nowhere$/]

  it.each(['phone', 'desktop'] as const)('is a 404 with ways out, on a %s', async (device) => {
    await shop.visit({ device, expected }, async (page) => {
      const answer = await page.goto('/nowhere')
      expect(answer?.status()).toBe(404)
      await page.getByRole('heading', { name: 'Page not found' }).waitFor()
      await expectAccessibleInBothThemes(page)
      await openPage(page, '/nowhere')
      await page.getByRole('link', { name: 'Go Home' }).click()
      await page.waitForURL('/')
      await openPage(page, '/nowhere')
      await page.getByRole('main').getByRole('link', { name: 'Contact us' }).click()
      await page.waitForURL('/contact')
    })
  })

  it('goes back to where the shopper came from', async () => {
    await shop.visit({ expected }, async (page) => {
      await openPage(page, '/contact')
      await openPage(page, '/nowhere')
      await page.getByRole('button', { name: 'Go Back' }).click()
      await page.waitForURL('/contact')
    })
  })

  it('goes back home when the shopper came from nowhere', async () => {
    await shop.visit({ expected }, async (page) => {
      await page.goto('about:blank')
      await page.evaluate((address) => window.location.replace(address), new URL('/nowhere', shop.url).href)
      await page.getByRole('heading', { name: 'Page not found' }).waitFor()
      await openPage(page, page.url())
      await page.getByRole('button', { name: 'Go Back' }).click()
      await page.waitForURL('/')
    })
  })
})

describe('an address that was cut or mistyped', () => {
  it.each([
    '/shop?page=0',
    '/shop?page=abc',
    '/shop?page=99',
    '/shop?sort=bogus&audience=dogs&limit=7',
    '/shop?search=%00',
    '/shop?search=&audience=&category=&sort=name',
    '/?audience=&sort=&utm_source=whatsapp',
  ])('still opens the shop: %s', async (path) => {
    await shop.visit({}, async (page) => {
      const answer = await page.goto(path)
      expect(answer?.status()).toBe(200)
      await page.getByText(/^Showing .* of 48 products$/).waitFor()
    })
  })
})

describe('a product that is not there', () => {
  it.each([randomUUID(), 'no-id-at-all'])('is a 404 that leads to the others: %s', async (id) => {
    await shop.visit({ expected: [new RegExp(`^404 GET .*/product/${id}$`)] }, async (page) => {
      const answer = await page.goto(`/product/${id}`)
      expect(answer?.status()).toBe(404)
      await page.getByRole('heading', { name: 'Product Not Found' }).waitFor()
      await expectAccessibleInBothThemes(page)
      await page.getByRole('main').getByRole('link').click()
      await page.waitForURL('/shop')
    })
  })
})

describe('the contact page', () => {
  it.each(['phone', 'desktop'] as const)('calls, chats and tells the fees, on a %s', async (device) => {
    await shop.visit({ device }, async (page) => {
      await openPage(page, '/contact')
      const main = page.getByRole('main')
      const call = main.getByRole('link', { name: 'Call +254 712 345 678' })
      expect(await call.getAttribute('href')).toBe('tel:+254712345678')
      const chat = main.getByRole('link', { name: 'Chat on WhatsApp' })
      expect(await chat.getAttribute('href')).toMatch(/^https:\/\/wa\.me\/254712345678\?text=Hello%20Marashi/)
      expect(await main.getByRole('term').allTextContents()).toEqual(
        expect.arrayContaining(['Embu', 'Nairobi CBD', 'Other Nairobi']),
      )
      expect(await main.getByRole('definition').allTextContents()).toEqual(
        expect.arrayContaining(['Free', 'Ksh 200', 'Ksh 300']),
      )
      await expectAccessibleInBothThemes(page)
    })
  })

  it.each([
    ['Monday, 18:59', '2026-11-23T15:59:00Z', 'Open now'],
    ['Monday, 19:00', '2026-11-23T16:00:00Z', 'Closed'],
    ['Saturday, 9:00', '2026-11-28T06:00:00Z', 'Open now'],
    ['Sunday noon', '2026-11-29T09:00:00Z', 'Closed'],
  ])('knows the hour in Nairobi: %s', async (_, instant, said) => {
    await shop.visit({}, async (page) => {
      await page.clock.setFixedTime(instant)
      await openPage(page, '/contact')
      await page.getByText(said, { exact: false }).first().waitFor()
    })
  })
})
