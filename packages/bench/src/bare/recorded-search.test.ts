import type {} from '@marashi/api/testing/global-setup'
import { newClient } from '@marashi/postgres/connection'
import { cloneDatabase } from '@marashi/postgres/test-databases'
import { expect, inject, it } from 'vitest'
import { recordSearch } from './recorded-search.ts'

it('records the list and one look-up of each word, which PostgreSQL runs as the shop sends them', async () => {
  const statements = await recordSearch()
  expect(statements.map(({ values }) => [...new Set(values.map(({ word }) => word))])).toEqual([
    expect.arrayContaining([0, 1]),
    expect.arrayContaining([0]),
    expect.arrayContaining([1]),
  ])
  const database = await cloneDatabase(inject('databaseTemplate'))
  const client = newClient(database.url)
  await client.connect()
  try {
    for (const { sql, values } of statements) {
      const { rows } = await client.query(
        sql,
        values.map(({ word, constant }) => (word === undefined ? constant : ['oud', 'rose'][word])),
      )
      expect(rows).toEqual([])
    }
  } finally {
    await client.end()
    await database.drop()
  }
})
