import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../expect-accessible.ts'
import { openPage, openShop } from '../open-shop.ts'
import { arriveWithCart, cardNames, cardOf, type StoredProduct } from './steps.ts'

/** A tenth of what counts as good: https://web.dev/articles/cls. */
const maxShift = 0.01

const shop = openShop()

describe.each(['phone', 'desktop'] as const)(
  'keeps its layout on a %s when the browser adds what it knows',
  (device) => {
    it.each([
      ['/', 3],
      ['/shop', 3],
      ['/product/', 3],
      ['/contact', 3],
      ['/policies/returns', 3],
      ['/orders', 3],
      ['/cart', 0],
      ['/cart', 1],
      ['/cart', 3],
      ['/checkout', 1],
      ['/checkout', 3],
    ])('%s, with %d lines in the cart', async (path, lines) => {
      const products = await shop.query<StoredProduct>('select * from products order by id limit $1', [lines])
      await shop.visit({ device, expected: [/ERR_FAILED GET .*\.woff2/] }, async (page) => {
        // A font that comes late to a loaded machine moves lines too: that is another matter.
        await page.route('**/*.woff2', (route) => route.abort())
        if (lines > 0) await arriveWithCart(page, products)
        const layoutShift = await recordLayoutShift(page)
        await openPage(page, path.replace(/product\/$/, `$&${products[0]?.id}`))
        await page.waitForLoadState('networkidle')
        expect(await layoutShift()).toBeLessThan(maxShift)
      })
    })
  },
)

it.each([
  [320, 'light'],
  [360, 'dark'],
  [1280, 'light'],
] as const)('moves nothing when Add becomes a stepper, and back, at %d px, %s', async (width, colorScheme) => {
  await shop.visit({ device: width < 1000 ? 'phone' : 'desktop', colorScheme }, async (page) => {
    await page.setViewportSize({ width, height: 740 })
    await openPage(page, '/shop')
    const [name = ''] = await cardNames(page)
    const card = cardOf(page, name)
    const boxes = async () => JSON.stringify([await card.boundingBox(), await place.boundingBox()])
    const place = card.getByRole('button', { name: /^(Add|One more)/ })
    // The click would otherwise scroll.
    await place.evaluate((button) => button.scrollIntoView({ block: 'center' }))
    const before = await boxes()
    await place.click()
    const stepper = card.getByRole('group', { name: `Quantity of ${name}` })
    await stepper.waitFor()
    expect(await boxes()).toBe(before)
    await place.click({ position: { x: 90, y: 22 } })
    await stepper.getByText('2', { exact: true }).waitFor()
    await expectAccessible(page)
    await stepper.getByRole('button', { name: 'One less' }).click()
    await stepper.getByRole('button', { name: 'Remove' }).click()
    await stepper.waitFor({ state: 'detached' })
    expect(await boxes()).toBe(before)
  })
})

/** Adds up the layout shifts of the next page; returns how to read the sum. */
async function recordLayoutShift(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      const { dataset } = document.documentElement
      for (const { value } of list.getEntries() as (PerformanceEntry & { value: number })[]) {
        dataset.shift = String(Number(dataset.shift ?? 0) + value)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => Number(document.documentElement.dataset.shift ?? 0))
}
