import { pathToFileURL } from 'node:url'
import { cloneDatabase } from '@marashi/postgres/test-databases'
import type { Migration } from '@mikro-orm/migrations'
import { expect, inject, it } from 'vitest'
import { inDatabase } from '../testing/read-whole-database.ts'
import { openDatabase } from './open-database.ts'
import { migrationsFolder } from './unknown-migrations.ts'

/** The last migration of the version that serves in shops: moved on with each release. */
const LAST_RELEASED = 'Migration20261127180400_deleted_orders'
/** What every shopper reads, and whoever orders or pays writes. */
const ofShoppers = ['products', 'variants', 'categories', 'orders', 'order_items', 'payments']
/** Reads or writes a whole table, and so takes the longer the more there is. */
const isLong = (statement: string) => /^\s*(create (unique )?index|update|delete|insert)\b/i.test(statement)

/** The statements of the next update in their order, with the tables of the shoppers that they lock: all locks last until its end. */
async function lockingStatements() {
  const { url, drop } = await cloneDatabase(inject('databaseTemplate'))
  const orm = await openDatabase(url)
  await orm.em.fork().execute('drop schema public cascade; create schema public')
  const names = (await orm.migrator.getPending()).map(({ name }) => name)
  const nextOnes = names.slice(names.indexOf(LAST_RELEASED) + 1)
  await orm.migrator.up({ migrations: names.slice(0, names.indexOf(LAST_RELEASED) + 1) })
  const locked: { statement: string; writesWait: string[]; readsWait: string[] }[] = []
  await inDatabase(url, async (ask) => {
    await ask('begin')
    for (const name of nextOnes) {
      const { [name]: NextOne } = await import(pathToFileURL(`${migrationsFolder}/${name}.ts`).href)
      const migration: Migration = new NextOne(orm.em.getDriver(), orm.config)
      await migration.up()
      for (const statement of migration.getQueries().map(String)) {
        await ask(statement)
        const [held] = await ask<{ writesWait: string[]; readsWait: string[] }>(
          `select coalesce(array_agg(relname::text), '{}') as "writesWait",
             coalesce(array_agg(relname::text) filter (where mode = 'AccessExclusiveLock'), '{}') as "readsWait"
           from pg_locks join pg_class c on c.oid = relation
           where pid = pg_backend_pid() and mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
             and relname in (${ofShoppers.map((table) => `'${table}'`).join()})`,
        )
        locked.push({ statement, ...(held ?? { writesWait: [], readsWait: [] }) })
      }
    }
    await ask('rollback')
  })
  await orm.close()
  await drop()
  return locked
}

it('shoppers read while an update works, and pay and order until it has nothing left but their own tables', async () => {
  const statements = await lockingStatements()
  const longAfter = (isHeld: (held: (typeof statements)[number]) => boolean) =>
    statements.filter(({ statement }, nth) => isLong(statement) && statements.slice(0, nth).some(isHeld))
  expect(longAfter(({ readsWait }) => readsWait.length > 0)).toEqual([])
  const ofOthers = longAfter(({ writesWait }) => writesWait.length > 0).filter(
    ({ statement }) => !ofShoppers.some((table) => new RegExp(`\\b${table}\\b`).test(statement)),
  )
  expect(ofOthers).toEqual([])
})
