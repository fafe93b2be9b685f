import { newPool } from '@marashi/postgres/connection'
import type pg from 'pg'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { type Visit, visitShop } from './browser.ts'
import { launchChromium } from './chromium.ts'
import { ownShop } from './own-shop.ts'

/** Long enough for a loaded machine of two cores, short enough to report soon what is missing. */
const patienceMs = 30_000

export interface OpenShop {
  url: string
  /**
   * Opens the running shop as a new shopper. Fails on any problem of the page, and on any request to a foreign host that
   * `mayAsk` does not name.
   */
  visit<Result>(
    visit: Omit<Visit, 'baseUrl'> & { mayAsk?: readonly string[] },
    walk: (page: Page) => Promise<Result>,
  ): Promise<Result>
  /** Runs SQL on the shop's own database. */
  query<Row extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<Row[]>
}

/** A browser and a database connection for the tests of one file. */
export function openShop(): OpenShop {
  const { url: baseUrl, databaseUrl } = ownShop()
  const pool = newPool(databaseUrl, { max: 2 })
  let browser: Browser

  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(async () => {
    await browser.close()
    await pool.end()
  })

  return {
    url: baseUrl,
    visit: ({ mayAsk = [], ...visit }, walk) =>
      visitShop(browser, { baseUrl, ...visit }, async (page) => {
        page.context().setDefaultTimeout(patienceMs)
        const foreign: string[] = []
        page.context().on('request', (request) => {
          const { protocol, origin } = new URL(request.url())
          const isForeign = origin !== baseUrl && !mayAsk.includes(origin)
          if (protocol.startsWith('http') && isForeign) foreign.push(request.url())
        })
        const result = await walk(page)
        expect(foreign, 'requests to foreign hosts').toEqual([])
        return result
      }),
    query: async <Row extends pg.QueryResultRow>(sql: string, values?: unknown[]) =>
      (await pool.query<Row>(sql, values)).rows,
  }
}

/** Opens a page and waits until it is hydrated, because its elements are there before its code. */
export async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await untilInteractive(page)
}

/**
 * Opens a page, again and again until it has `sign`: for what SQL has changed, because the notification of a changed table
 * reaches the shop a moment after the commit.
 */
export async function openPageUntil(page: Page, path: string, sign: Locator): Promise<void> {
  await expect.poll(() => openPage(page, path).then(() => sign.count()), { timeout: patienceMs }).toBe(1)
}

/** For use after a reload. React marks an element once it and its descendants are hydrated. */
export async function untilInteractive(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const parts = [...(document.querySelector('main')?.children ?? [])]
    return parts.length > 0 && parts.every((part) => Object.keys(part).some((key) => key.startsWith('__reactProps$')))
  })
}
