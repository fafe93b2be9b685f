import type { ProductPage } from '@marashi/domain/contracts/catalogue'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { logIn, makeCategory, makeProduct } from '../../testing/factories.ts'

let shop: TestApp
let id: Record<string, string>
beforeAll(async () => {
  shop = await buildTestApp()
})
afterAll(() => shop[Symbol.asyncDispose]())
beforeEach(async () => {
  const { orm } = shop.deps
  await shop.query('truncate shop_settings, shop_setting_changes')
  await shop.query('truncate products cascade')
  shop.deps.settings.invalidate()
  const [oud, rose] = [
    await makeCategory(orm, `Oud ${Math.random()}`),
    await makeCategory(orm, `Rose ${Math.random()}`),
  ]
  id = {}
  for (const [index, name] of ['Amber', 'Bakhoor', 'Citrus', 'Dune', 'Ebony'].entries()) {
    id[name] = (await makeProduct(orm, index % 2 === 0 ? oud : rose, { name })).id
    await shop.query(
      `update products set is_new = false, created_at = now() + make_interval(secs => $1) where id = $2`,
      [index, id[name]],
    )
  }
  shop.cache.invalidate()
})

async function pick(...names: string[]) {
  const headers = await logIn(shop.deps.orm)
  const { version } = (await shop.app.inject({ url: '/api/admin/settings', headers })).json().home.featured
  const payload = { value: names.map((name) => id[name]), version }
  const saved = await shop.app.inject({ method: 'PUT', url: '/api/admin/settings/home.featured', headers, payload })
  expect(saved.statusCode).toBe(200)
}
const page = async (query = 'limit=3') =>
  (await shop.app.inject(`/api/products?featured=true&${query}`)).json<ProductPage>()
const names = async (query?: string) => (await page(query)).data.map(({ name }) => name)

describe('the featured perfumes', () => {
  it('are the newest until the owner picks some', async () => {
    expect(await names()).toEqual(['Citrus', 'Dune', 'Ebony'])
  })

  it('are the picks in their order, and the newest after them', async () => {
    await pick('Bakhoor', 'Amber')
    await expect.poll(() => names()).toEqual(['Bakhoor', 'Amber', 'Ebony'])
    await pick('Amber', 'Bakhoor', 'Citrus', 'Dune')
    await expect.poll(() => names()).toEqual(['Amber', 'Bakhoor', 'Citrus'])
  })

  it('leave out a pick that was deleted or is sold out', async () => {
    await pick('Bakhoor', 'Amber')
    await expect.poll(() => names()).toContain('Bakhoor')
    await shop.query('update variants set sold_out = true where product_id = $1', [id.Bakhoor])
    await expect.poll(() => names()).toEqual(['Amber', 'Dune', 'Ebony'])
    await shop.query('delete from products where id = $1', [id.Amber])
    await expect.poll(() => names()).toEqual(['Citrus', 'Dune', 'Ebony'])
  })

  it('count a pick that is sold out, and list it after all others', async () => {
    await pick('Ebony', 'Amber', 'Dune')
    await expect.poll(() => names()).toEqual(['Ebony', 'Amber', 'Dune'])
    await shop.query('update variants set sold_out = true where product_id = any($1)', [[id.Ebony, id.Dune]])
    await expect.poll(() => names()).toEqual(['Amber', 'Bakhoor', 'Citrus'])
    expect((await page()).pagination).toEqual({ page: 1, totalPages: 2, total: 5 })
    expect(await names('limit=3&page=2')).toEqual(['Ebony', 'Dune'])
    expect([await names('limit=2&page=2'), await names('limit=2&page=3')]).toEqual([['Bakhoor', 'Ebony'], ['Dune']])
    const all = (await shop.app.inject('/api/products?featured=true')).json<{ name: string }[]>()
    expect(all.map(({ name }) => name)).toEqual(['Amber', 'Bakhoor', 'Citrus', 'Ebony', 'Dune'])
  })

  it('are found by a filter that only a sold out pick matches', async () => {
    await pick('Dune')
    const { category } = (await shop.app.inject(`/api/products/${id.Dune}`)).json()
    await shop.query('delete from products where id = $1', [id.Bakhoor])
    await shop.query('update variants set sold_out = true where product_id = $1', [id.Dune])
    shop.cache.invalidate()
    const found = await page(`limit=3&category=${encodeURIComponent(category)}`)
    expect([found.data.map(({ name }) => name), found.pagination.total]).toEqual([['Dune'], 1])
  })

  it('stand once each on the pages of the list, and are filtered like any other', async () => {
    await pick('Dune', 'Amber', 'Bakhoor')
    await expect.poll(() => names('limit=2')).toEqual(['Dune', 'Amber'])
    expect((await page('limit=2')).pagination).toEqual({ page: 1, totalPages: 3, total: 5 })
    const all = [...(await names('limit=2')), ...(await names('limit=2&page=2')), ...(await names('limit=2&page=3'))]
    expect(all.toSorted()).toEqual(['Amber', 'Bakhoor', 'Citrus', 'Dune', 'Ebony'])
    const { category } = (await shop.app.inject(`/api/products/${id.Amber}`)).json()
    expect(await names(`limit=3&category=${encodeURIComponent(category)}`)).toEqual(['Amber', 'Citrus', 'Ebony'])
    expect((await shop.app.inject('/api/products?featured=true')).json()).toHaveLength(5)
    expect((await names('limit=3&sort=name'))[0]).toBe('Amber')
  })

  it('are ids, each once', async () => {
    const headers = await logIn(shop.deps.orm)
    for (const value of [['Amber'], [id.Amber, id.Amber]]) {
      const payload = { value, version: 0 }
      const refused = await shop.app.inject({
        method: 'PUT',
        url: '/api/admin/settings/home.featured',
        headers,
        payload,
      })
      expect(refused.statusCode).toBe(400)
    }
  })
})

describe('the words of the home page', () => {
  it('are the specification’s, and then the owner’s', async () => {
    const words = async () => (await shop.app.inject('/api/shop')).json().home
    expect(await words()).toEqual({
      title: 'Premium fragrances and luxury scents',
      text: 'Discover the finest collection of authentic fragrances and luxury scents.',
      button: 'Shop Collection',
    })
    const headers = await logIn(shop.deps.orm)
    const payload = { value: 'Scents of the coast', version: 0 }
    await shop.app.inject({ method: 'PUT', url: '/api/admin/settings/home.title', headers, payload })
    await expect.poll(words).toMatchObject({ title: 'Scents of the coast', button: 'Shop Collection' })
  })
})
