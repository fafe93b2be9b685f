import type { Product } from '@marashi/domain/contracts/catalogue'
import { newClient } from '@marashi/postgres/connection'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { makeCategory, makeProduct } from '../../testing/factories.ts'
import { addUpSearchWords } from './add-up-search-words.ts'
import type { Category } from './category.entity.ts'

let shop: TestApp
let category: Category
beforeAll(async () => {
  shop = await buildTestApp()
  category = await makeCategory(shop.deps.orm, 'Spices')
})
afterAll(() => shop[Symbol.asyncDispose]())
afterEach(() => shop.query('delete from products'))

const make = (name: string, description = 'A quiet scent.') =>
  makeProduct(shop.deps.orm, category, { name, description })

// Past the shop's cached responses, which a notification empties a moment after a change.
let nth = 0
async function found(search: string): Promise<string[]> {
  const answer = await shop.app.inject(`/api/products?search=${encodeURIComponent(search)}&page=1&limit=${++nth}`)
  return answer.json<{ data: Product[] }>().data.map(({ name }) => name)
}

const counts = () =>
  shop.query(`select word, sum(product_count)::int as products from search_words
              group by word having sum(product_count) <> 0 order by word`)

/** The vocabulary must be what a count of the catalogue gives. */
async function expectTrue() {
  const kept = await counts()
  await shop.query('call rebuild_search_words()')
  expect(kept).toEqual(await counts())
}

describe('a misspelt search', () => {
  it('finds the perfume whose own name was misspelt before the owner corrected it', async () => {
    const { id } = await make('Safron Nights')
    expect(await found('safron')).toEqual(['Safron Nights'])
    await shop.query(`update products set name = 'Saffron Nights' where id = $1`, [id])
    expect(await found('safron')).toEqual(['Saffron Nights'])
  })

  it('finds what is left after the only perfume with that misspelling was deleted', async () => {
    const { id } = await make('Jasmyn Sultan')
    await make('Jasmin Malkia')
    expect(await found('jasmyn')).toEqual(['Jasmyn Sultan'])
    await shop.query('delete from products where id = $1', [id])
    expect(await found('jasmyn')).toEqual(['Jasmin Malkia'])
  })

  it('is not corrected while one perfume has the word', async () => {
    const { id } = await make('Oudh Royale')
    await make('Oudh Tausi')
    await make('Oud Zahra')
    await shop.query('delete from products where id = $1', [id])
    expect(await found('oudh')).toEqual(['Oudh Tausi'])
    expect(await found('oudh zahra')).toEqual([])
  })

  it('is corrected beside words that are longer than PostgreSQL compares', async () => {
    await make('Oud Zahra', `Smoke. ${'saffron'.repeat(60)}`)
    expect(await found('zarha')).toEqual(['Oud Zahra'])
  })
})

describe('the vocabulary', () => {
  it('follows whatever is written to the products', async () => {
    await make('Oud Zahra', 'Oud and rose.')
    await make('Rose Malaki', 'Rose, rose and amber.')
    await make('Amber Kisiwani')
    await expectTrue()
    for (const change of [
      `update products set price = price + 1`,
      `update products set name = 'Rose Zahra' where name = 'Oud Zahra'`,
      `update products set name = case name when 'Rose Zahra' then 'Amber Oud' else 'Oud Amber' end`,
      `update products set category = 'Florals'`,
      `update products set id = gen_random_uuid(), description = 'Musk.' where name = 'Amber Oud'`,
      `delete from products where name = 'Amber Oud'`,
      `insert into products (name, description, category, category_id, price, image)
       select name || ' Intense', description, category, category_id, price, image from products`,
      'truncate products cascade',
    ]) {
      await shop.query(change)
      await expectTrue()
    }
    expect(await counts()).toEqual([])
  })

  it('lets two products with the same words be saved at once', async () => {
    await make('Amber Oud')
    await make('Oud Amber')
    const rivals = [1, 2].map(() => newClient(shop.databaseUrl, { lock_timeout: 2_000 }))
    const [first, second] = rivals as [pg.Client, pg.Client]
    await Promise.all(rivals.map((rival) => rival.connect()))
    await Promise.all(rivals.map((rival) => rival.query('begin')))
    await first.query(`update products set name = 'Musk' where name = 'Amber Oud'`)
    await second.query(`update products set name = 'Rose' where name = 'Oud Amber'`)
    await first.query(`insert into products (name, description, category, category_id, price, image)
                       select 'Rose Musk', '', category, category_id, 1, image from products limit 1`)
    await second.query(`insert into products (name, description, category, category_id, price, image)
                        select 'Musk Rose', '', category, category_id, 1, image from products limit 1`)
    await addUpSearchWords(shop.deps.orm.em.fork())
    await Promise.all(rivals.map((rival) => rival.query('commit')))
    await Promise.all(rivals.map((rival) => rival.end()))
    await expectTrue()
  })

  it('is the same after it was added up, with one row for each word and none for a word that is gone', async () => {
    const { id } = await make('Amber Oud')
    await make('Oud Amber')
    await make('Musk')
    await shop.query('delete from products where id = $1', [id])
    await shop.query(`update products set name = 'Rose' where name = 'Musk'`)
    const before = await counts()
    const { em } = shop.deps.orm
    await Promise.all([addUpSearchWords(em.fork()), addUpSearchWords(em.fork())])
    expect(await counts()).toEqual(before)
    expect(await shop.query('select word, product_count::int as products from search_words order by word')).toEqual(
      before,
    )
  })
})
