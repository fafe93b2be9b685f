import type {} from '@marashi/api/testing/global-setup'
import { newClient } from '@marashi/postgres/connection'
import { cloneDatabase } from '@marashi/postgres/test-databases'
import { expect, inject, it } from 'vitest'
import { recordSearch } from './recorded-search.ts'

it('records the one statement of a search, which PostgreSQL runs as the shop sends it', async () => {
  const statements = await recordSearch(2)
  expect(statements.map(({ values }) => values.includes('words'))).toEqual([true])
  const database = await cloneDatabase(inject('databaseTemplate'))
  const client = newClient(database.url)
  await client.connect()
  try {
    for (const { sql, values } of statements) {
      const { rows } = await client.query(
        sql,
        values.map((value) => (value === 'words' ? 'oud rose' : value.constant)),
      )
      expect(rows).toEqual([{ total: '0', products: [] }])
    }
  } finally {
    await client.end()
    await database.drop()
  }
})
