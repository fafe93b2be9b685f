import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { makeCategory, makeProduct } from '../../testing/factories.ts'

let shop: TestApp

beforeAll(async () => {
  shop = await buildTestApp()
})
afterAll(() => shop[Symbol.asyncDispose]())

const arches = async () =>
  (await shop.app.inject('/api/arches')).json<{ name: string; image: string; count: number }[]>()

it('shows the categories that have products, by name, each with the picture of its newest and the true count', async () => {
  const { orm } = shop.deps
  const [rose, oud] = [await makeCategory(orm, 'rose'), await makeCategory(orm, 'Oud')]
  await makeCategory(orm, 'Empty')
  const at = (day: number) => new Date(Date.UTC(2026, 0, day))
  await makeProduct(orm, oud, { name: 'Old', image: '/media/old/1080.jpg', isNew: false, createdAt: at(1) })
  await makeProduct(orm, oud, { name: 'Late', image: '/media/late/1080.jpg', isNew: false, createdAt: at(3) })
  await makeProduct(orm, oud, { name: 'Between', image: '/media/between/1080.jpg', isNew: false, createdAt: at(2) })
  await makeProduct(orm, rose, { name: 'Rose', image: '/media/rose/1080.jpg', isNew: false, createdAt: at(1) })
  expect((await arches()).map(({ name, image, count }) => [name, image, count])).toEqual([
    ['Oud', 'http://shop.test/media/late/1080.jpg', 3],
    ['rose', 'http://shop.test/media/rose/1080.jpg', 1],
  ])
})

it('shows at most eight, those with the most products', async () => {
  const { orm } = shop.deps
  for (let nth = 1; nth <= 8; nth++) {
    const category = await makeCategory(orm, `Arch ${nth}`)
    for (let piece = 0; piece < 2; piece++) await makeProduct(orm, category, { name: `${nth} ${piece}` })
  }
  await expect.poll(async () => (await arches()).map(({ name }) => name)).not.toContain('rose')
  expect(await arches()).toHaveLength(8)
})
