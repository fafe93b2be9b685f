import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessibleInBothThemes } from '../expect-accessible.ts'
import { openPage, openShop } from '../open-shop.ts'

const shop = openShop()

describe('walking through the shop', () => {
  it('starts each page at its top, with its own title and the focus on its heading, in one document', async () => {
    await shop.visit({ device: 'desktop' }, async (page) => {
      await openPage(page, '/')
      await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
      const titles = new Set([await page.title()])
      for (const name of ['Shop', 'Contact', 'Cart, 0 items', 'Home']) {
        await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
        const before = await page.title()
        await page.getByRole('banner').getByRole('link', { name, exact: true }).click()
        await expect.poll(() => page.title()).not.toBe(before)
        titles.add(await page.title())
        await expect.poll(() => focusedText(page)).toBe(await page.getByRole('heading', { level: 1 }).textContent())
        expect(await page.evaluate(() => scrollY)).toBe(0)
      }
      expect(titles.size).toBe(4)
      expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true)
    })
  })

  it('leads past the header to the page itself', async () => {
    await shop.visit({ device: 'desktop' }, async (page) => {
      await openPage(page, '/contact')
      await page.keyboard.press('Tab')
      expect(await focusedText(page)).toBe('Skip to content')
      await page.keyboard.press('Enter')
      await page.keyboard.press('Tab')
      expect(await focusedText(page)).toBe('Call +254 712 345 678')
    })
  })

  it('scrolls to the selling points on Learn More and stays on the page', async () => {
    await shop.visit({}, async (page) => {
      await openPage(page, '/')
      await page.getByRole('button', { name: 'Learn More' }).click()
      await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0)
      expect(new URL(page.url()).pathname).toBe('/')
      for (const text of ['Nairobi CBD, Ksh 200', 'Premium Fragrances', 'No Account Required']) {
        await page.getByText(text, { exact: true }).waitFor()
      }
    })
  })
})

describe('the menu of a small screen', () => {
  const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' })

  it.each([
    ['a choice', (page: Page) => menu(page).getByRole('link', { name: 'Contact' }).click()],
    ['Escape', (page: Page) => page.keyboard.press('Escape')],
    ['a tap outside', (page: Page) => page.touchscreen.tap(40, 600)],
    ['its own button', (page: Page) => page.getByRole('button', { name: 'Menu' }).click()],
  ] as const)('closes on %s', async (_, close) => {
    await shop.visit({}, async (page) => {
      await openPage(page, '/cart')
      expect(await menu(page).isVisible()).toBe(false)
      await page.getByRole('button', { name: 'Menu' }).click()
      await menu(page).getByRole('link', { name: 'Shop' }).waitFor()
      await close(page)
      await expect.poll(() => menu(page).isVisible()).toBe(false)
    })
  })

  it('closes on Back, and so does the sheet of filters', async () => {
    await shop.visit({}, async (page) => {
      await openPage(page, '/contact')
      await page.getByRole('button', { name: 'Menu' }).click()
      await menu(page).getByRole('link', { name: 'Shop' }).click()
      await page.waitForURL('/shop')
      await page.getByRole('button', { name: 'Filters' }).click()
      await page.getByLabel('Category', { exact: true }).selectOption({ label: 'Oud & Woods' })
      await page.waitForURL(/category=/)
      await page.goBack()
      await expect.poll(() => page.getByLabel('Category', { exact: true }).isVisible()).toBe(false)
      await page.getByRole('button', { name: 'Menu' }).click()
      await menu(page).getByRole('link', { name: 'Home' }).waitFor()
      await page.goBack()
      await page.waitForURL('/contact')
      await expect.poll(() => menu(page).isVisible()).toBe(false)
    })
  })

  it('is accessible while it is open, and so is the sheet of filters', async () => {
    await shop.visit({}, async (page) => {
      await openPage(page, '/shop?search=tausi')
      await page.getByRole('button', { name: 'Menu' }).click()
      await expectAccessibleInBothThemes(page)
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Filters' }).click()
      await page.getByRole('button', { name: 'Show 1 product' }).waitFor()
      await expectAccessibleInBothThemes(page)
      await page.keyboard.press('Escape')
      await expect.poll(() => page.getByRole('button', { name: 'Show 1 product' }).isVisible()).toBe(false)
    })
  })
})

function focusedText(page: Page): Promise<string | undefined> {
  return page.evaluate(() => document.activeElement?.textContent ?? undefined)
}
