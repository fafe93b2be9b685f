import { cloneDatabase } from '@marashi/postgres/test-databases'
import { hasPgBouncer, startPgBouncer } from '@marashi/postgres/testing/start-pgbouncer'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { withOwnDatabase } from '../commands/own-database.ts'
import { requireOneDatabase } from './require-one-database.ts'

let own: Awaited<ReturnType<typeof cloneDatabase>>
let other: typeof own
beforeAll(async () => {
  own = await cloneDatabase(inject('databaseTemplate'))
  other = await cloneDatabase(inject('databaseTemplate'))
})
afterAll(async () => {
  await own.drop()
  await other.drop()
})

const refusal = /^DATABASE_URL and DATABASE_DIRECT_URL lead to different databases/

describe('a shop with an address past the pooler', () => {
  it('opens where both lead to one database, however they are written', async () => {
    await requireOneDatabase(own.url, own.url)
    await requireOneDatabase(own.url, `${own.url}?application_name=direct`)
  })

  it.skipIf(!hasPgBouncer())('opens where one leads there through a pooler, which may stand in both', async () => {
    await using pooler = await startPgBouncer(own.url)
    await requireOneDatabase(pooler.url, own.url)
    await requireOneDatabase(own.url, pooler.url)
  })

  it('does not open where orders would go to another database, also of the same server', async () => {
    await expect(requireOneDatabase(own.url, other.url)).rejects.toThrow(refusal)
    await expect(requireOneDatabase(other.url, own.url)).rejects.toThrow(refusal)
  })

  it('backs up, restores and updates neither of the two then', async () => {
    const settings = { DATABASE_URL: own.url, DATABASE_DIRECT_URL: other.url, DATA_DIR: '/nowhere' }
    await expect(withOwnDatabase(settings, async () => 'done')).rejects.toThrow(refusal)
    expect(await withOwnDatabase({ ...settings, DATABASE_URL: other.url }, async (url) => url)).toBe(other.url)
  })
})
