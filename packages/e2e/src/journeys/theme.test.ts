import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openPage, openShop } from '../open-shop.ts'

const shop = openShop()

describe('the theme', () => {
  it.each(['light', 'dark'] as const)('follows a system that is %s', async (colorScheme) => {
    await shop.visit({ colorScheme }, async (page) => {
      await openPage(page, '/contact')
      expect(await theme(page)).toBe(colorScheme)
    })
  })

  it('is the one chosen last, in every tab and after a reload', async () => {
    await shop.visit({ colorScheme: 'dark' }, async (page) => {
      await openPage(page, '/contact')
      const other = await page.context().newPage()
      await openPage(other, '/cart')
      await page.getByRole('button', { name: 'Switch to light theme' }).click()
      await expect.poll(() => theme(page)).toBe('light')
      await expect.poll(() => savedTheme(page)).toBe('light')
      await expect.poll(() => theme(other)).toBe('light')
      await page.reload()
      expect(await theme(page)).toBe('light')
      await page.getByRole('button', { name: 'Switch to dark theme' }).click()
      await expect.poll(() => savedTheme(page)).toBe('dark')
    })
  })

  it('is applied before the first paint and does not flicker after it', async () => {
    await shop.visit({ colorScheme: 'light' }, async (page) => {
      await page.addInitScript(() => {
        localStorage.setItem('theme', 'dark')
        const worn: { theme: string | undefined; at: number }[] = []
        new MutationObserver(() => {
          worn.push({ theme: document.documentElement.dataset.theme, at: performance.now() })
        }).observe(document, { attributes: true, attributeFilter: ['data-theme'], subtree: true })
        Object.assign(window, { worn })
      })
      await openPage(page, '/')
      const { worn, paintedAt } = await page.evaluate(() => ({
        worn: (window as unknown as { worn: { theme: string; at: number }[] }).worn,
        paintedAt: performance.getEntriesByName('first-paint')[0]?.startTime ?? 0,
      }))
      expect(worn.map((each) => each.theme)).toEqual(['dark'])
      expect(worn[0]?.at).toBeLessThan(paintedAt)
    })
  })
})

function theme(page: Page): Promise<string | undefined> {
  return page.evaluate(() => document.documentElement.dataset.theme)
}

const savedTheme = (page: Page) => page.evaluate(() => localStorage.getItem('theme'))
