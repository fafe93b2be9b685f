import type { EntityManager } from '@mikro-orm/postgresql'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts'
import { makeCategory, makeProduct } from '../testing/factories.ts'
import { compileOnce } from './compile-once.ts'
import { db } from './db.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await buildTestApp()
  const category = await makeCategory(shop.deps.orm, 'Oud & Woods')
  for (const [name, price] of [
    ['Amber', 1_000],
    ['Oud', 2_000],
    ['Rose', 3_000],
  ] as const)
    await makeProduct(shop.deps.orm, category, { name, price })
})
afterAll(() => shop[Symbol.asyncDispose]())

interface Wanted {
  names: string[]
  below?: number | undefined
}

const build = vi.fn((em: EntityManager, { names, below }: Wanted, sort: 'asc' | 'desc') =>
  db(em)
    .selectFrom('products')
    .select(['name', 'price'])
    .where('name', 'in', names)
    .$if(below !== undefined, (chosen) => chosen.where('price', '<', below ?? 0))
    .orderBy('name', sort),
)

it('answers for the values of each call, though it is built once for each shape', async () => {
  const find = compileOnce(build)
  const em = shop.deps.orm.em.fork()
  const namesOf = async (...call: [Wanted, 'asc' | 'desc']) => (await find(em, ...call)).map(({ name }) => name)

  expect(await namesOf({ names: ['Amber', 'Oud'] }, 'asc')).toEqual(['Amber', 'Oud'])
  expect(await namesOf({ names: ['Rose', 'Oud'] }, 'asc')).toEqual(['Oud', 'Rose'])
  expect(build).toHaveBeenCalledTimes(1)

  expect(await namesOf({ names: ['Rose', 'Oud'] }, 'desc')).toEqual(['Rose', 'Oud'])
  expect(await namesOf({ names: ['Rose'] }, 'asc')).toEqual(['Rose'])
  expect(await namesOf({ names: ['Rose', 'Oud'], below: 2_500 }, 'asc')).toEqual(['Oud'])
  expect(build).toHaveBeenCalledTimes(4)
  expect(await namesOf({ names: ['Amber', 'Oud'], below: 1_500 }, 'asc')).toEqual(['Amber'])
  expect(build).toHaveBeenCalledTimes(4)
})

it('belongs to the transaction of the call, also when another transaction built it', async () => {
  const count = compileOnce((em, { name }: { name: string }) =>
    db(em).selectFrom('products').select('id').where('name', '=', name),
  )
  const em = shop.deps.orm.em.fork()
  const rollback = new Error('rolled back')
  const inside = em.transactional(async (tx) => {
    await db(tx).updateTable('products').set({ name: 'Musk' }).where('name', '=', 'Amber').execute()
    expect(await count(tx, { name: 'Musk' })).toHaveLength(1)
    throw rollback
  })
  await expect(inside).rejects.toBe(rollback)
  expect(await count(em, { name: 'Musk' })).toHaveLength(0)
})

it('refuses a statement that decides by a value, which its stand-in does not have', async () => {
  const cheap = compileOnce((em, { price }: { price: number }) =>
    db(em)
      .selectFrom('products')
      .select('name')
      .where('price', '<', price + 1),
  )
  await expect(cheap(shop.deps.orm.em.fork(), { price: 2_000 })).rejects.toThrow('stand-in')
})
