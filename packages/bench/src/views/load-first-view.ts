import { brotliCompressSync, constants } from 'node:zlib'
import type { Browser, CDPSession } from 'playwright-core'

/** What a phone's first view of a page costs, in bytes. */
export interface FirstView {
  /** Every module that was fetched, each compressed on its own with brotli at its best. */
  scripts: number
  /** The styles inside the page, compressed alone. */
  styles: number
  /** Style files fetched besides; the shop means to have none. */
  styleFiles: number
  /** Font files as sent. */
  fonts: number
  /** The page itself as sent, styles and data included. */
  document: number
  /** Everything that it takes to show what is in sight, as sent, headers included. */
  total: number
  /** Pictures below the screen or beside it, which browsers fetch ahead of scrolling. */
  ahead: number
}

/** The phone that Lighthouse pretends to be. */
export const phone = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true }

/** Opens `url` with an empty cache and waits until the page has fetched all it wants. Throws when a request fails. */
export async function loadFirstView(browser: Browser, url: string): Promise<FirstView> {
  const context = await browser.newContext(phone)
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    const requests = await recordRequests(session)
    await page.goto(url, { waitUntil: 'networkidle' })
    const styles = await page.locator('style').allTextContents()
    const files = [...requests.values()]
    const failed = files.find(({ status }) => status >= 400)
    if (failed) throw new Error(`${failed.url}: ${failed.status}`)
    const sent = (type: string) => sum(files.filter((file) => file.type === type).map(({ bytes }) => bytes))
    const outOfSight = new Set(await page.evaluate(picturesOutOfSight))
    const [ahead, inSight] = [
      files.filter(({ url }) => outOfSight.has(url)),
      files.filter(({ url }) => !outOfSight.has(url)),
    ]
    const scripts = files.filter(({ type }) => type === 'Script')
    return {
      scripts: sum(await Promise.all(scripts.map(async ({ id }) => brotliBytes(await bodyOf(session, id))))),
      styles: brotliBytes(styles.join('')),
      styleFiles: files.filter(({ type }) => type === 'Stylesheet').length,
      fonts: sent('Font'),
      document: sent('Document'),
      total: sum(inSight.map(({ bytes }) => bytes)),
      ahead: sum(ahead.map(({ bytes }) => bytes)),
    }
  } finally {
    await context.close()
  }
}

/** Runs in the page. */
function picturesOutOfSight(): string[] {
  const isOutOfSight = (picture: HTMLImageElement) => {
    const { top, left } = picture.getBoundingClientRect()
    return top >= innerHeight || left >= innerWidth
  }
  return [...document.images].filter(isOutOfSight).map(({ currentSrc }) => currentSrc)
}

interface SentFile {
  id: string
  url: string
  type: string
  status: number
  /** As sent, headers included. */
  bytes: number
}

async function recordRequests(session: CDPSession): Promise<Map<string, SentFile>> {
  const files = new Map<string, SentFile>()
  session.on('Network.responseReceived', ({ requestId, type, response: { url, status } }) => {
    // Pictures inside the page are no requests.
    if (!url.startsWith('data:')) files.set(requestId, { id: requestId, url, type, status, bytes: 0 })
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const file = files.get(requestId)
    if (file) file.bytes = encodedDataLength
  })
  await session.send('Network.enable')
  return files
}

async function bodyOf(session: CDPSession, requestId: string): Promise<string> {
  const { body } = await session.send('Network.getResponseBody', { requestId })
  return body
}

const brotliBytes = (text: string): number =>
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }).length

const sum = (numbers: number[]): number => numbers.reduce((total, each) => total + each, 0)
