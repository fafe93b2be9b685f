import fastify from 'fastify'
import { expect, it } from 'vitest'
import { ResponseCache } from '../http/cache/response-cache.ts'
import { jobContext } from '../http/context.ts'
import { buildTestApp } from '../testing/build-test-app.ts'
import { makeCategory, makeProduct } from '../testing/factories.ts'
import { mountSitemap } from './sitemap.ts'

it('is made once however many ask for it at once, and anew after the catalogue changed', async () => {
  await using shop = await buildTestApp()
  const { orm, env } = shop.deps
  const { id } = await makeProduct(orm, await makeCategory(orm, 'Oud'))
  const cache = new ResponseCache()
  cache.setListening(true)
  const app = fastify()
  let made = 0
  const createContext = () => {
    made++
    return jobContext({ ...shop.deps, log: shop.app.log })
  }
  mountSitemap(app, { env, cache, createContext })
  const askAll = () => Promise.all(Array.from({ length: 20 }, () => app.inject('/sitemap.xml')))
  for (const { statusCode, body } of await askAll()) {
    expect(statusCode).toBe(200)
    expect(body).toContain(`<loc>http://shop.test/product/${id}</loc>`)
    expect(body).toMatch(/<\/urlset>\s*$/)
  }
  expect(made).toBe(1)
  cache.invalidate()
  await askAll()
  expect(made).toBe(2)
  await app.close()
})
