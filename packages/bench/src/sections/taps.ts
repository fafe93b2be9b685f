import { launchChromium } from '@marashi/e2e/src/chromium.ts'
import type { Browser, Locator, Page } from 'playwright-core'
import type { Environment } from '../environment/environment.ts'
import type { Finding } from '../findings.ts'
import { median, type Tempo } from '../load/take-turns.ts'
import { phone } from '../views/load-first-view.ts'
import { PROCESSOR_SLOWDOWN, prepareTiming, timeInteraction } from '../views/time-interaction.ts'
import { viewedPages } from '../views/viewed-pages.ts'

const MAX_MS = 100
const RUNS = 3
const LOOK_MS = 500

interface Tap {
  name: string
  on: 'shop' | 'product'
  /** What comes before it and is no part of it. */
  before?: (page: Page) => Promise<void>
  target: (page: Page) => Locator
  /** A tap unless given. */
  act?: (target: Locator) => Promise<void>
}

/** What a shopper's thumb does, in this order. */
const taps: Tap[] = [
  { name: 'add', on: 'shop', target: (page) => page.getByRole('button', { name: /^Add / }).first() },
  { name: 'heart', on: 'shop', target: (page) => page.getByRole('button', { name: /^Favorite / }).first() },
  { name: 'theme', on: 'shop', target: (page) => page.getByRole('button', { name: /^Switch to / }) },
  { name: 'filters', on: 'shop', target: (page) => page.getByRole('button', { name: /^Filters/ }) },
  {
    name: 'search',
    on: 'shop',
    before: (page) => page.getByRole('button', { name: /^Show \d+ products/ }).click(),
    target: (page) => page.getByLabel('Search perfumes'),
    act: (box) => box.pressSequentially('oud', { delay: 90 }),
  },
  {
    name: 'page 2',
    on: 'shop',
    // The search before left too few perfumes for a second page.
    before: (page) => page.getByLabel('Search perfumes').fill(''),
    target: (page) => page.getByRole('navigation', { name: 'Pages' }).getByLabel('Page 2', { exact: true }),
  },
  { name: 'tab', on: 'product', target: (page) => page.getByRole('tab', { name: 'Write a Review' }) },
  {
    name: 'star',
    on: 'product',
    target: (page) => page.getByRole('radio', { name: /^4 stars/ }),
  },
]

/** How long a phone shows nothing after a tap: the worst of eight, on a processor slowed down as for Lighthouse. */
export async function measureTaps(environment: Environment, { isQuick }: Tempo): Promise<Finding[]> {
  const { pages } = await viewedPages(environment)
  const urls = Object.fromEntries(pages.map(({ name, url }) => [name, url]))
  const browser = await launchChromium()
  try {
    const runs: number[][] = []
    for (let run = 0; run < (isQuick ? 1 : RUNS); run++) runs.push(await runOnce(browser, urls))
    const times = taps.map((_, nth) => median(runs.map((run) => run[nth] as number)))
    const worst = Math.max(...times)
    return [
      {
        measure: `Slowest of ${taps.length} taps, processor slowed ${PROCESSOR_SLOWDOWN} times`,
        ours: `${worst} ms`,
        target: `≤ ${MAX_MS} ms`,
        isReached: worst <= MAX_MS,
        note: taps.map(({ name }, nth) => `${name} ${times[nth] || '<16'}`).join(', '),
      },
    ]
  } finally {
    await browser.close()
  }
}

/** How long a thumb rests on the glass. */
const TOUCH_MS = 80

/** A tap as a phone reports it. Playwright's own lifts the finger at once, and runs its checks in the page meanwhile. */
async function tap(target: Locator): Promise<void> {
  const point = await target.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    const centre = { x: x + width / 2, y: y + height / 2 }
    const touched = document.elementFromPoint(centre.x, centre.y)
    if (!element.contains(touched)) throw new Error(`${touched?.outerHTML} lies over what is tapped`)
    return centre
  })
  const page = target.page()
  const session = await page.context().newCDPSession(page)
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] })
  await page.waitForTimeout(TOUCH_MS)
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await session.detach()
}

async function runOnce(browser: Browser, urls: Record<string, string>): Promise<number[]> {
  const times: number[] = []
  const context = await browser.newContext(phone)
  try {
    const page = await context.newPage()
    await prepareTiming(page)
    let shown: string | undefined
    for (const { on, before, target, act = tap } of taps) {
      if (shown !== on) await page.goto(urls[on] as string, { waitUntil: 'networkidle' })
      shown = on
      await before?.(page)
      const locator = target(page)
      // A thumb scrolls there first and looks where it taps.
      await locator.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }))
      await page.waitForTimeout(LOOK_MS)
      times.push(await timeInteraction(page, () => act(locator)))
    }
  } finally {
    await context.close()
  }
  return times
}
