import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts'
import { collectGarbage } from '../testing/collect-garbage.ts'
import { makeCategory, makeProduct } from '../testing/factories.ts'
import { loadStorefront } from './storefront-bundle.ts'

const RENDERS = 2_000
const AT_ONCE = 8

let shop: TestApp
beforeAll(async () => {
  shop = await buildTestApp({ storefront: await loadStorefront() })
  const category = await makeCategory(shop.deps.orm, 'Oud & Woods')
  for (let nth = 0; nth < 12; nth++) await makeProduct(shop.deps.orm, category, { name: `Oud ${nth}` })
})
afterAll(() => shop[Symbol.asyncDispose]())

async function openPages(count: number, addressOf: (nth: number) => string): Promise<void> {
  let nth = 0
  const openOn = async () => {
    while (nth < count) await shop.app.inject(addressOf(nth++))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, openOn))
}

async function heapInUse(): Promise<number> {
  await collectGarbage()
  return process.memoryUsage().heapUsed
}

const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length

it.each([
  ['products that do not exist', (nth: number) => `/product/11111111-1111-4111-8111-${String(nth).padStart(12, '0')}`],
  ['addresses that do not exist', (nth: number) => `/nothing-${nth}`],
  ['pages past the last', (nth: number) => `/shop?page=${nth + 2}`],
  ['unknown parameters of one page', (nth: number) => `/shop?fbclid=${nth}`],
])('frees the memory of a visitor’s page: %s', { timeout: 120_000 }, async (_, addressOf) => {
  await openPages(200, (nth) => addressOf(nth + RENDERS))
  const before = { heap: await heapInUse(), timers: timers() }
  await openPages(RENDERS, addressOf)
  expect(timers() - before.timers).toBeLessThan(10)
  const perRender = async () => ((await heapInUse()) - before.heap) / RENDERS
  // A page that is not freed holds some 50 KB. What a busy machine has not finished yet is let go a moment later.
  await expect.poll(perRender, { timeout: 20_000, interval: 500 }).toBeLessThan(2_000)
})
