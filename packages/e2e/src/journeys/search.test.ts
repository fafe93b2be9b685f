import { searchRank } from '@marashi/domain/rules/search-rank'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessibleInBothThemes } from '../expect-accessible.ts'
import { openPage, openShop, untilInteractive } from '../open-shop.ts'
import { cardNames, chooseFilters } from './steps.ts'

const shop = openShop()
const box = (page: Page) => page.getByRole('searchbox', { name: 'Search perfumes' })

describe('searching', () => {
  it('shows the results of the last search, also when an earlier response arrives later', async () => {
    await shop.visit({}, async (page) => {
      await openPage(page, '/shop')
      const { asked, release } = await holdSearch(page, 'amber')
      await box(page).fill('amber')
      await asked
      await page.getByText('Showing 1-12 of 48 products', { exact: true }).waitFor()
      await box(page).fill('rose')
      const results = page.getByText(/^Showing 1-\d+ of \d+ products for "rose"$/)
      await results.waitFor()
      const roses = await cardNames(page)
      expect(roses).toEqual(await bestMatches('rose'))
      await release()
      expect(await results.isVisible()).toBe(true)
      expect(await cardNames(page)).toEqual(roses)
    })
  })

  it('does not send a request at every key when a word is typed fast, and keeps every character', async () => {
    await shop.visit({ device: 'desktop' }, async (page) => {
      await openPage(page, '/shop')
      const asked: string[] = []
      page.on('request', (request) => request.url().includes('catalogue.products') && asked.push(request.url()))
      await box(page).pressSequentially('  oud  tausi ', { delay: 20 })
      await page.getByText('Showing 1-1 of 1 products for "oud tausi"').waitFor()
      expect(await box(page).inputValue()).toBe('  oud  tausi ')
      // One request, unless the machine is so busy that its typing pauses.
      expect(asked.length).toBeLessThanOrEqual(3)
    })
  })

  it('shows the perfumes with that name first, until another order is chosen', async () => {
    await shop.visit({ device: 'desktop' }, async (page) => {
      await openPage(page, '/shop')
      await box(page).fill('oud')
      await page.getByText(/^Showing 1-12 of \d+ products for "oud"$/).waitFor()
      const order = page.getByLabel('Sort by')
      expect(await order.locator('option:checked').textContent()).toBe('Best match')
      const best = await cardNames(page)
      expect(best[0]).toMatch(/^Oud\b/)
      expect(best).toEqual(await bestMatches('oud'))
      await order.selectOption('Name A-Z')
      await page.waitForURL('/shop?search=oud&sort=name')
      await expect.poll(() => cardNames(page)).not.toEqual(best)
      const byName = await cardNames(page)
      expect(byName).toEqual(byName.toSorted())
      await page.goBack()
      await expect.poll(() => cardNames(page)).toEqual(best)
    })
  })

  it.each(['oudh', 'jasmin'])('forgives the typing mistake in "%s"', async (term) => {
    await shop.visit({}, async (page) => {
      await openPage(page, '/')
      await box(page).fill(term)
      await page.getByText(new RegExp(`^Showing 3 of \\d+ products for "${term}"$`)).waitFor()
    })
  })

  it.each(['zzzz', '%', '_', '<b>"'])('says that nothing is called %s', async (term) => {
    await shop.visit({}, async (page) => {
      await openPage(page, '/shop')
      await box(page).fill(term)
      await page.getByText(`No products found for "${term}"`, { exact: true }).waitFor()
      expect(await page.getByText(/^Showing/).count()).toBe(0)
      await box(page).fill('')
      await page.getByText('Showing 1-12 of 48 products', { exact: true }).waitFor()
    })
  })
})

describe('on the home page', () => {
  it('there is a way from the first three to all that were found, in the same order', async () => {
    await shop.visit({ device: 'desktop' }, async (page) => {
      await openPage(page, '/')
      await chooseFilters(page, { For: "Women's Perfumes", 'Sort by': 'Price: High to Low' })
      await page.getByText('Showing 3 of 15 products').waitFor()
      await expect.poll(() => cardNames(page)).toEqual((await womensByPrice()).slice(0, 3))
      await box(page).fill('rose')
      await page.getByText(/^Showing 3 of \d+ products for "rose"$/).waitFor()
      const names = await cardNames(page)
      const all = page.getByRole('link', { name: /^See all \d+$/ })
      const count = (await all.textContent())?.match(/\d+/)?.[0]
      await all.click()
      await page.getByText(new RegExp(`^Showing 1-\\d+ of ${count} products for "rose"$`)).waitFor()
      expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
        search: 'rose',
        audience: 'women',
        sort: 'price-high',
      })
      expect((await cardNames(page)).slice(0, 3)).toEqual(names)
    })
  })
})

describe('the grid', () => {
  it('says so when filters leave nothing', async () => {
    await shop.visit({}, async (page) => {
      await openPage(page, '/shop?audience=men&category=Rose+%26+Florals')
      await page.getByText('No products available', { exact: true }).waitFor()
      await expectAccessibleInBothThemes(page)
    })
  })

  it('keeps search, filters, order, page and page size in the address, across a reload', async () => {
    await shop.visit({ device: 'desktop' }, async (page) => {
      await openPage(page, '/shop?page=2')
      expect(await page.getByLabel('Items per page').locator('option').allTextContents()).toEqual([
        '6',
        '12',
        '24',
        '48',
      ])
      await page.getByLabel('Items per page').selectOption('24')
      await page.getByText('Showing 1-24 of 48 products', { exact: true }).waitFor()
      await page.getByLabel('Items per page').selectOption('6')
      await chooseFilters(page, { For: 'Unisex Fragrances', 'Sort by': 'Price: High to Low' })
      await box(page).fill('o')
      await page.getByText(/^Showing 1-6 of \d+ products for "o"$/).waitFor()
      await page.getByRole('link', { name: 'Page 2', exact: true }).click()
      await page.getByText(/^Showing 7-12 of \d+ products for "o"$/).waitFor()
      const seen = await cardNames(page)
      expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
        search: 'o',
        audience: 'unisex',
        sort: 'price-high',
        limit: '6',
        page: '2',
      })

      await page.reload()
      await untilInteractive(page)
      expect(await cardNames(page)).toEqual(seen)
      expect(await box(page).inputValue()).toBe('o')
      expect(await page.getByLabel('For', { exact: true }).inputValue()).toBe('unisex')
      expect(await page.getByLabel('Sort by').inputValue()).toBe('price-high')
      expect(await page.getByLabel('Items per page').inputValue()).toBe('6')
    })
  })
})

/** Holds back the response to one search term until `release`, which resolves when the page has received it. */
async function holdSearch(page: Page, term: string) {
  const asked = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const isHeld = (url: string) => decodeURIComponent(url).includes(`"search":"${term}"`)
  await page.route(
    (url) => isHeld(url.href),
    async (route) => {
      asked.resolve()
      await released.promise
      // The page may have aborted the request by now.
      await route.continue().catch(() => undefined)
    },
  )
  return {
    asked: asked.promise,
    async release() {
      released.resolve()
      await page.unrouteAll({ behavior: 'wait' })
      await page.waitForLoadState('networkidle')
    },
  }
}

async function womensByPrice(): Promise<string[]> {
  const rows = await shop.query<{ name: string }>(
    `select name from products where major_category = 'women' order by price desc, id desc`,
  )
  return rows.map(({ name }) => name)
}

/** The names on the first page of a search, best match first. */
async function bestMatches(word: string): Promise<string[]> {
  const products = await shop.query<{ name: string; category: string; description: string }>(
    `select name, category, description from products where search_text like '%' || $1 || '%' order by name_key, id`,
    [word],
  )
  const rankOf = (product: (typeof products)[number]) => searchRank(product, [[word]])
  const best = products.toSorted((a, b) => rankOf(a) - rankOf(b))
  return best.slice(0, 12).map(({ name }) => name)
}
