import type { Product } from '@marashi/domain/contracts/catalogue'
import { newClient } from '@marashi/postgres/connection'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts'
import { makeCategory, makeProduct } from '../../../testing/factories.ts'
import type { Category } from '../category.entity.ts'
import { purgeSearchWords } from './purge-search-words.ts'

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

const words = async () =>
  (await shop.query<{ word: string }>('select word from search_words order by word')).map(({ word }) => word)

const suffixes = () => shop.query('select suffix, word from search_suffixes order by suffix, word')

/** Without the words that are gone, the vocabulary must be what the catalogue gives, each word once. */
async function expectTrue() {
  await purgeSearchWords(shop.deps.orm.em.fork())
  const kept = { words: await words(), suffixes: await suffixes() }
  await shop.query('call rebuild_search_words()')
  expect(kept).toEqual({ words: await words(), suffixes: await suffixes() })
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

describe('a part of a word', () => {
  it('is found wherever in the word, and beside a word that holds it twice', async () => {
    await make('Ananas Oud')
    await make('Banana Leaf')
    expect((await found('ana')).toSorted()).toEqual(['Ananas Oud', 'Banana Leaf'])
    expect(await found('nanas')).toEqual(['Ananas Oud'])
    expect(await found('eaf')).toEqual(['Banana Leaf'])
    expect(await found(`${'x'.repeat(40)}`)).toEqual([])
  })
})

describe('letters that many words have in them', () => {
  it('are looked up as letters, because the words would take a second', async () => {
    const letters = [...'bcdfghjklmnpqrstvwxyz']
    await make('Hundred Oud', letters.flatMap((one) => ['a', 'o'].map((two) => `${one}${two}nga`)).join(' '))
    await make('Rose Malaki', 'Angry anise and mango.')
    await make('Amber Kisiwani', 'Nga, gam and am.')
    const asked = async (word: string) =>
      (await shop.query<{ query: string }>('select search_query(array[$1])::text as query', [word]))[0]?.query
    expect(await asked('nga')).toBe(`'*nga'`)
    expect(await asked('bang')).toBe(`'banga'`)
    expect((await found('nga')).toSorted()).toEqual(['Amber Kisiwani', 'Hundred Oud'])
    expect(await found('nga mango')).toEqual([])
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
      `update products set description = 'Musk.' where name = 'Amber Oud'`,
      `delete from products where name = 'Amber Oud'`,
      `insert into products (name, description, category, category_id, price, image)
       select name || ' Intense', description, category, category_id, price, image from products`,
      'truncate products cascade',
    ]) {
      await shop.query(change)
      await expectTrue()
    }
    expect(await words()).toEqual([])
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
    await purgeSearchWords(shop.deps.orm.em.fork())
    await Promise.all(rivals.map((rival) => rival.query('commit')))
    await Promise.all(rivals.map((rival) => rival.end()))
    await expectTrue()
  })

  it('is not purged of a word that a product which is being saved relies on', async () => {
    const { id } = await make('Amber Oud')
    const saving = newClient(shop.databaseUrl)
    await saving.connect()
    await shop.query('delete from products where id = $1', [id])
    await saving.query('begin')
    await saving.query(`insert into products (name, description, category, category_id, price, image)
                        select 'Amber', '', name, id, 1, '/x.jpg' from categories`)
    await purgeSearchWords(shop.deps.orm.em.fork())
    await saving.query('commit')
    await saving.end()
    expect(await words()).toContain('amber')
    await expectTrue()
    expect(await words()).toEqual(['amber', 'spices'])
  })
})
