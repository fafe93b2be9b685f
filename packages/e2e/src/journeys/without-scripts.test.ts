import { describe, expect, it } from 'vitest'
import { openShop } from '../open-shop.ts'
import { cardNames } from './steps.ts'

const shop = openShop()
const visit = { hasScripts: false } as const

describe('before and without scripts', () => {
  it('home shows what the shop is and three perfumes', async () => {
    await shop.visit(visit, async (page) => {
      await page.goto('/')
      await page.getByRole('heading', { level: 1, name: 'Premium fragrances and luxury scents' }).waitFor()
      await page.getByText('Showing 3 of 48 products').waitFor()
      expect(await cardNames(page)).toHaveLength(3)
      await page.getByRole('link', { name: 'Shop Collection' }).click()
      await page.waitForURL('/shop')
    })
  })

  it('the shop shows its perfumes, turns its pages, searches and filters', async () => {
    await shop.visit({ ...visit, device: 'desktop' }, async (page) => {
      await page.goto('/shop')
      expect(await cardNames(page)).toHaveLength(12)
      await page.getByRole('link', { name: 'Next' }).click()
      await page.getByText('Showing 13-24 of 48 products').waitFor()
      await page.getByRole('searchbox').fill('oud tausi')
      await page.getByRole('searchbox').press('Enter')
      await page.getByText('Showing 1-1 of 1 products for "oud tausi"').waitFor()
      expect(await cardNames(page)).toEqual(['Oud Tausi'])
    })
  })

  it('a phone whose keyboard sends nothing searches with a button, from the home page too', async () => {
    await shop.visit(visit, async (page) => {
      for (const path of ['/', '/shop']) {
        await page.goto(path)
        await page.getByRole('searchbox').fill('oud tausi')
        await page.getByRole('button', { name: 'Search' }).click()
        await page.waitForURL(/\/shop\?search=oud\+tausi/)
        await page.getByText('Showing 1-1 of 1 products for "oud tausi"').waitFor()
      }
    })
  })

  it('a product shows its picture, price and reviews', async () => {
    const [product] = await shop.query<{ id: string }>("select id from products where name = 'Oud ya Pwani'")
    await shop.visit(visit, async (page) => {
      await page.goto(`/product/${product?.id}`)
      await page.getByRole('heading', { level: 1, name: 'Oud ya Pwani' }).waitFor()
      await page.getByText('Ksh 12,800', { exact: true }).first().waitFor()
      await page.getByText('Based on 8 reviews').waitFor()
      const picture = page.getByRole('main').getByRole('img', { name: 'Oud ya Pwani' })
      expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    })
  })
})
