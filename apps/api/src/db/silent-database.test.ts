import { cloneDatabase } from '@marashi/postgres/test-databases'
import type { MikroORM } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { expect, inject, it, vi } from 'vitest'
import { networkTo } from '../testing/network-to.ts'
import { databaseTrouble } from './database-failure.ts'
import { db } from './db.ts'
import { openDatabase } from './open-database.ts'

const SILENCE_MS = 300

const backendOf = async (orm: MikroORM) =>
  (await db(orm.em.fork()).selectNoFrom(sql<number>`pg_backend_pid()`.as('pid')).executeTakeFirstOrThrow()).pid

async function connected(isPreparing: boolean) {
  const { url, drop } = await cloneDatabase(inject('databaseTemplate'))
  const network = await networkTo(url)
  const orm = await openDatabase(network.url, { poolSize: 1, isPreparing, silenceMs: SILENCE_MS })
  return {
    orm,
    network,
    async [Symbol.asyncDispose]() {
      await orm.close()
      await network[Symbol.asyncDispose]()
      await drop()
    },
  }
}

it.each([true, false])('gives up a server that says nothing, and goes on over a new connection (%s)', async (is) => {
  await using database = await connected(is)
  const before = await backendOf(database.orm)
  database.network.dropSilently()
  const failure = await backendOf(database.orm).catch((error: unknown) => error)
  expect(databaseTrouble(failure)).toBe('unreachable')
  expect(await backendOf(database.orm)).not.toBe(before)
})

it('gives it up also over a connection that nobody has asked anything for a while', async () => {
  await using database = await connected(true)
  const before = await backendOf(database.orm)
  await new Promise((resolve) => setTimeout(resolve, 2 * SILENCE_MS))
  expect(await backendOf(database.orm)).toBe(before)
  database.network.dropSilently()
  const failure = await backendOf(database.orm).catch((error: unknown) => error)
  expect(databaseTrouble(failure)).toBe('unreachable')
})

it('gives up a transaction on such a connection too', async () => {
  await using database = await connected(true)
  const failure = await database.orm.em
    .fork()
    .transactional(async (tx) => {
      await db(tx).selectFrom('products').select('id').execute()
      database.network.dropSilently()
      await db(tx).selectFrom('products').select('id').execute()
    })
    .catch((error: unknown) => error)
  expect(databaseTrouble(failure)).toBe('unreachable')
  // The pool of one connection would stay empty if the lost one were not released.
  await vi.waitFor(() => backendOf(database.orm), 8_000)
})

it('keeps a connection that nobody asks anything', async () => {
  await using database = await connected(true)
  const before = await backendOf(database.orm)
  await new Promise((resolve) => setTimeout(resolve, 3 * SILENCE_MS))
  expect(await backendOf(database.orm)).toBe(before)
})
