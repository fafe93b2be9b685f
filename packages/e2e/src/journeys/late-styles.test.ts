import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openPage, openShop } from '../open-shop.ts'

const shop = openShop()
const lateStyles = '**/assets/late*.css'

describe('the styles of a page that is opened by a link', () => {
  it('are the same as by its address', async () => {
    await shop.visit({ device: 'desktop' }, async (page) => {
      await openPage(page, '/contact')
      for (const name of ['Shop', 'Home', 'Cart, 0 items']) {
        const link = page.getByRole('banner').getByRole('link', { name, exact: true })
        await openPage(page, (await link.getAttribute('href')) ?? '')
        await page.waitForLoadState('networkidle')
        const byAddress = await looks(page)
        expect(byAddress.length).toBeGreaterThan(5)
        await openPage(page, '/contact')
        await link.click()
        await page.waitForURL((url) => url.pathname !== '/contact')
        // What the page waits for looks otherwise, and on a loaded machine stands for a while.
        await expect.poll(() => looks(page)).toEqual(byAddress)
        await openPage(page, '/contact')
      }
    })
  })

  it('are there before the page is', async () => {
    await shop.visit({ device: 'desktop' }, async (page) => {
      const asked = Promise.withResolvers<void>()
      const released = Promise.withResolvers<void>()
      await page.route(lateStyles, async (route) => {
        asked.resolve()
        await released.promise
        await route.continue()
      })
      await openPage(page, '/contact')
      await page.getByRole('banner').getByRole('link', { name: 'Shop', exact: true }).click()
      await asked.promise
      expect(await page.getByRole('article').count()).toBe(0)
      released.resolve()
      await page.getByRole('article').first().waitFor()
      expect(await page.locator('link[rel=stylesheet]').count()).toBe(1)
    })
  })
})

/** What every element of the page itself looks like, without what its pictures and the window decide. */
const looks = (page: Page) =>
  page.locator('main').evaluate((main) =>
    [...main.querySelectorAll('*')].map((element) => {
      const style = getComputedStyle(element)
      const { display, position, color, backgroundColor, font, padding, margin, border, borderRadius, gap } = style
      return [
        element.tagName,
        display,
        position,
        color,
        backgroundColor,
        font,
        padding,
        margin,
        border,
        borderRadius,
        gap,
      ].join()
    }),
  )
