/**
 * Takes a screenshot of one page: node packages/e2e/src/screenshot.ts <url> <out.png> [--phone|--desktop] [--dark] [--full]
 *
 * A phone is the default; --full takes the whole page, not only the first screen. Problems of the page are printed.
 */
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import { visitShop } from './browser.ts'
import { launchChromium } from './chromium.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    phone: { type: 'boolean', default: false },
    desktop: { type: 'boolean', default: false },
    dark: { type: 'boolean', default: false },
    full: { type: 'boolean', default: false },
  },
})
const [url, path] = positionals
if (!url || !path || positionals.length > 2 || (values.phone && values.desktop)) {
  console.error('Usage: node packages/e2e/src/screenshot.ts <url> <out.png> [--phone|--desktop] [--dark] [--full]')
  process.exit(2)
}

const browser = await launchChromium()
try {
  const visit = {
    baseUrl: url,
    device: values.desktop ? 'desktop' : 'phone',
    colorScheme: values.dark ? 'dark' : 'light',
  } as const
  await visitShop(browser, visit, async (page) => {
    await page.goto(url, { waitUntil: 'load' })
    if (values.full) await scrollThrough(page)
    await settle(page)
    await page.screenshot({ path, fullPage: values.full })
  })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  await browser.close()
}

/** Pictures below the first screen load only when somebody scrolls to them. */
async function scrollThrough(page: Page): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  const step = page.viewportSize()?.height ?? 700
  for (let top = 0; top < height; top += step) {
    await page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top)
    await page.waitForTimeout(50)
  }
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
}

/** Waits for the network, at most 5 seconds because a page may poll, and for the fonts. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => undefined)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
}
