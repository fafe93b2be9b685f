import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { watchForProblems } from './page-problems.ts'

/** The two screens of the tests: a small Android phone and a laptop. Sizes in CSS pixels. */
export const devices = {
  phone: { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
  desktop: { viewport: { width: 1280, height: 800 } },
} satisfies Record<string, BrowserContextOptions>

export type Visit = {
  /** Where the shop runs, e.g. `http://127.0.0.1:4000`; paths in `page.goto` are relative to it. */
  baseUrl: string
  device?: keyof typeof devices
  colorScheme?: 'light' | 'dark'
  /** False for a browser without scripts; true by default. */
  hasScripts?: boolean
  /** Lets the shop's service worker run, which answers before any route that a test puts in its way. */
  hasWorker?: boolean
  /** The network address that the shop sees; this machine's by default. */
  address?: string
  /** Problems this visit is meant to cause, e.g. `[/404 GET .*\/product\/gone/]`. */
  expected?: readonly RegExp[]
}

/**
 * Opens a page with fresh cookies and storage, runs `walk` on it and closes it. Throws when `walk` throws, with what the
 * page then showed, or when the page logs an error, throws, or fails to load something from the shop.
 */
export async function visitShop<Result>(
  browser: Browser,
  {
    baseUrl,
    device = 'phone',
    colorScheme = 'light',
    hasScripts = true,
    hasWorker = false,
    address,
    expected = [],
  }: Visit,
  walk: (page: Page) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({
    ...devices[device],
    baseURL: baseUrl,
    colorScheme,
    javaScriptEnabled: hasScripts,
    serviceWorkers: hasWorker ? 'allow' : 'block',
    locale: 'en-KE',
    timezoneId: 'Africa/Nairobi',
    // Without transitions, screenshots and measurements do not depend on the moment.
    reducedMotion: 'reduce',
    ...(address && { extraHTTPHeaders: { 'x-forwarded-for': address } }),
  })
  try {
    const page = await context.newPage()
    const problems = watchForProblems(page, new URL(baseUrl).origin)
    const result = await walk(page).catch(async (error: unknown) => {
      throw new Error(`${messageOf(error)}\n${await lastView(page, problems)}`, { cause: error })
    })
    const unexpected = problems.filter((problem) => !expected.some((pattern) => pattern.test(problem)))
    if (unexpected.length > 0) throw new Error(`The page had problems:\n${unexpected.join('\n')}`)
    return result
  } finally {
    await context.close()
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Enough for a phone's screen, in characters. */
const mostOfView = 5_000

/** What somebody who was not there must know of a page. */
async function lastView(page: Page, problems: readonly string[]): Promise<string> {
  const whole = await page
    .locator('body')
    .ariaSnapshot({ timeout: 2_000 })
    .catch((error: unknown) => `It cannot be read: ${messageOf(error)}`)
  return [`The page at ${page.url()} shows:`, whole.slice(0, mostOfView), 'Its problems:', ...problems].join('\n')
}
