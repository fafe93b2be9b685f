import type { ProductPage } from '@marashi/domain/contracts/catalogue'
import { searchRank } from '@marashi/domain/rules/search-rank'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { perfumes } from '../../../seed/perfumes.ts'
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts'
import { makeCategory, makeProduct } from '../../../testing/factories.ts'

let shop: TestApp

beforeAll(async () => {
  shop = await buildTestApp()
  const { orm } = shop.deps
  const categories = new Map<string, Awaited<ReturnType<typeof makeCategory>>>()
  for (const { category, name, description, price, isNew } of perfumes) {
    const stored = categories.get(category) ?? (await makeCategory(orm, category))
    categories.set(category, stored)
    await makeProduct(orm, stored, { name, description, price, isNew: isNew ?? false })
  }
})
afterAll(() => shop[Symbol.asyncDispose]())

async function found(query: Record<string, string>): Promise<ProductPage['data']> {
  const answer = await shop.app.inject(`/api/products?${new URLSearchParams({ limit: '100', ...query })}`)
  expect(answer.statusCode).toBe(200)
  return answer.json<ProductPage>().data
}

const names = async (query: Record<string, string>) => (await found(query)).map(({ name }) => name)

describe('a search in the first catalogue', () => {
  it('shows whoever searches for "oud" the perfumes that are called so first', async () => {
    const list = await names({ search: 'oud' })
    const called = list.filter((name) => /\boud\b/i.test(name))
    expect(called).toContain('Oud Tausi')
    expect(list.slice(0, called.length)).toEqual(called)
    expect(list.indexOf('Oud Tausi')).toBeLessThan(called.length)
  })

  it('shows no women’s perfume before those for men to whoever searches for "men"', async () => {
    const isForMen = (await found({ search: 'men' })).map(({ name, category, description }) =>
      /\bmen\b/i.test(`${name} ${category} ${description}`),
    )
    expect(isForMen).toContain(true)
    expect(isForMen).toContain(false)
    expect(isForMen.lastIndexOf(true)).toBeLessThan(isForMen.indexOf(false))
  })

  // Whole words, parts, several words, accents, marks that are in no word, and misspellings that were corrected.
  it.each(['oud', 'men', 'rose', 'ros', 'an', 'o', 'oud rose', 'for men', 'amber rose', 'WOODS & oud', 'é', '-'])(
    'puts the answers to "%s" in the order of the rule, and equally good ones by name',
    async (search) => {
      const words = search.split(' ').map((word) => [word])
      const products = await found({ search })
      expect(products.length).toBeGreaterThan(1)
      const byName = await found({ search, sort: 'name' })
      expect(products.map(({ id }) => id)).toEqual(
        byName.toSorted((a, b) => searchRank(a, words) - searchRank(b, words)).map(({ id }) => id),
      )
    },
  )

  it('puts the answers to a corrected search in the order of the rule too', async () => {
    expect(await names({ search: 'oudh' })).toEqual(await names({ search: 'oud' }))
  })

  it.each(['best-match', 'relevance'])('knows no sort "%s": it is what happens when none is chosen', async (sort) => {
    expect((await shop.app.inject(`/api/products?search=oud&sort=${sort}`)).statusCode).toBe(400)
  })

  it('follows a sort that was chosen', async () => {
    const prices = (await found({ search: 'oud', sort: 'price-low' })).map(({ price }) => price)
    expect(prices).toEqual(prices.toSorted((a, b) => a - b))
    expect((await found({ search: 'oud', sort: 'price-high' })).map(({ price }) => price)).toEqual(prices.toReversed())
    const byName = await names({ search: 'oud', sort: 'name' })
    expect(byName).not.toEqual(await names({ search: 'oud' }))
    expect(byName).toEqual((await names({})).filter((name) => byName.includes(name)))
  })

  it('shows every product on one page only', async () => {
    const pages = await Promise.all(
      Array.from({ length: 20 }, (_, nth) => names({ search: 'o', limit: '3', page: String(nth + 1) })),
    )
    const all = await names({ search: 'o' })
    expect(all.length).toBeGreaterThan(20)
    expect(pages.flat()).toEqual(all.slice(0, 60))
  })

  it('keeps the best match among the featured, and the newest where nothing is searched or sorted', async () => {
    expect(await names({ search: 'oud', featured: 'true', page: '1', limit: '3' })).toEqual(
      (await names({ search: 'oud' })).slice(0, 3),
    )
    expect(await names({ sort: 'price-low', featured: 'true', page: '1', limit: '3' })).toEqual(
      (await names({ sort: 'price-low' })).slice(0, 3),
    )
    const featured = await found({ featured: 'true', page: '1', limit: '3' })
    expect(featured.map(({ isNew }) => isNew)).toEqual([true, true, true])
  })
})
