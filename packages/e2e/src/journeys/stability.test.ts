import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { openPage, openShop } from '../open-shop.ts'
import { arriveWithCart, type StoredProduct } from './steps.ts'

/** A fifth of what counts as good: https://web.dev/articles/cls. */
const maxShift = 0.02

const shop = openShop()

it.each([
  ['/cart', 1],
  ['/cart', 3],
  ['/checkout', 1],
  ['/checkout', 3],
])('keeps its layout on a desktop when the browser adds the cart: %s with %d lines', async (path, lines) => {
  const products = await shop.query<StoredProduct>('select * from products order by id limit $1', [lines])
  await shop.visit({ device: 'desktop' }, async (page) => {
    await arriveWithCart(page, products)
    const layoutShift = await recordLayoutShift(page)
    await openPage(page, path)
    await page.waitForLoadState('networkidle')
    expect(await layoutShift()).toBeLessThan(maxShift)
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
