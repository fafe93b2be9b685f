import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openAdmin } from '../admin/admin-harness.ts'
import { openShop } from '../open-shop.ts'

const shop = openShop()

/** Opens the reference page and waits until it has drawn the document. */
async function openReference(page: Page, hash = ''): Promise<void> {
  await page.goto(`/api/docs/${hash}`)
  await page.getByRole('heading', { name: 'Signing in' }).waitFor()
}

describe.each(['phone', 'desktop'] as const)('the reference page of the API, %s', (device) => {
  it.each(['light', 'dark'] as const)(
    'is the shop’s own page, %s: no foreign service and no foreign host',
    async (colorScheme) => {
      await shop.visit({ device, colorScheme }, async (page) => {
        await openReference(page)
        const text = await page.locator('body').innerText()
        expect(text).not.toMatch(/Ask AI|MCP|Developer Tools|Configure|Share|Deploy/)
        expect(text).toContain('POST /api/admin/login')
        const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
        expect(background).toBe(colorScheme === 'light' ? 'rgb(255, 255, 255)' : 'rgb(29, 22, 38)')
      })
    },
  )
})

/** Opens an operation's form and sends what it holds; answers the status. */
async function send(page: Page, { method, path, hash }: { method: string; path: string; hash: string }) {
  await page.goto(`/api/docs/#${hash}`)
  await page.getByRole('button', { name: `Test Request (${method} ${path})`, exact: true }).click()
  const answered = page.waitForResponse((response) => new URL(response.url()).pathname === `/api${path}`)
  await page.getByRole('button', { name: /^Send/ }).first().click()
  return (await answered).status()
}

it('asks the shop it was opened from when the reader tries a call', async () => {
  await shop.visit({ device: 'desktop' }, async (page) => {
    const categories = { method: 'get', path: '/categories', hash: 'tag/catalogue/GET/categories' }
    expect(await send(page, categories)).toBe(200)
  })
})

it('lets whoever is logged in as administrator call what needs a session', async () => {
  await shop.visit({ device: 'desktop' }, async (page) => {
    await openAdmin(page, '/dashboard')
    const stats = { method: 'get', path: '/admin/stats', hash: 'tag/administrator/GET/admin/stats' }
    expect(await send(page, stats)).toBe(200)
  })
})
