import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts'
import { db } from './db.ts'
import { namesOneOf } from './names-one-of.ts'

const ID = '1f1e1d1c-1111-4111-8111-abcdefabcdef'

let shop: TestApp
beforeAll(async () => {
  shop = await buildTestApp()
})
afterAll(() => shop[Symbol.asyncDispose]())

const isNamed = async (text: string | null, names: readonly string[]) => {
  const { rows } = await sql<{
    is: boolean | null
  }>`select ${namesOneOf(sql<string | null>`${text}::text`, names)} as is`.execute(db(shop.deps.orm.em.fork()))
  return rows[0]?.is ?? false
}

/** As many as one of a phone that a till gave to everybody. */
const many = Array.from({ length: 5_000 }, (_, nth) => `TJK${1_000_000 + nth}`)

describe.each([
  ['a few', []],
  ['many', many],
])('a text that names one of %s', (_, others) => {
  it.each([
    [`{"id":"${ID}"}`, ID, true],
    [`{"page":"/orders/${ID}?secret=1"}`, ID, true],
    [`{"key":"rf-${ID}-2"}`, ID, true],
    [`{"TransID":"TKA7CZ1AB2"}`, 'TKA7CZ1AB2', true],
    ['Reversal of TKA7CZ1AB2.', 'TKA7CZ1AB2', true],
    [JSON.stringify({ text: 'Reversal of\nTKA7CZ1AB2' }), 'TKA7CZ1AB2', true],
    ['{"text":"\\u201cTKA7CZ1AB2\\u201d"}', 'TKA7CZ1AB2', true],
    [`{"balance_transaction":"txn_3Q"}`, 'txn_3Q', true],
    [`{"reference":"W/7 of June"}`, 'W/7 of June', true],
    [`{"TransID":"TKA7CZ1AB3"}`, 'TKA7CZ1AB2', false],
    ['{}', ID, false],
    [null, ID, false],
  ])('is found: %j by %s: %s', async (text, name, is) => {
    expect(await isNamed(text, [...others, name])).toBe(is)
  })
})

it('a text is named by no names', async () => {
  expect(await isNamed(ID, [])).toBe(false)
})
