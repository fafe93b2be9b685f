import { Migration } from '@mikro-orm/migrations'
import type { MikroORM } from '@mikro-orm/postgresql'
import { expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts'
import { documentedOperations } from '../testing/documented-operations.ts'
import { logIn } from '../testing/factories.ts'
import { fillShop } from '../testing/fill-shop.ts'
import { inDatabase } from '../testing/read-whole-database.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open-database.ts'

/** A new version of the shop, whose migration changes every table. */
async function newVersion(shop: TestApp): Promise<MikroORM> {
  const tables = await shop.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'schema_migrations'`,
  )
  class AddColumns extends Migration {
    override name = 'Migration20991231000000_columns'

    override up(): void {
      for (const { name } of tables) {
        this.addSql(`alter table ${name} add column later_nullable text`)
        this.addSql(`alter table ${name} add column later text not null default 'as before'`)
        this.addSql(`create index ${name}_later_idx on ${name} (later)`)
      }
    }
  }
  const orm = await openDatabase(shop.databaseUrl)
  const list = [{ name: 'Migration20991231000000_columns', class: AddColumns }]
  orm.config.set('migrations', { ...orm.config.get('migrations'), migrationsList: list })
  return orm
}

it('goes on serving while a newer version adds columns and indexes, also while a backup holds every table', {
  timeout: 60_000,
}, async () => {
  await using shop = await buildTestApp()
  await fillShop(shop)
  const headers = await logIn(shop.deps.orm)
  const document = (await shop.app.inject('/api/openapi.json')).json()
  const reads = documentedOperations(document)
    .filter(({ method, address }) => method === 'GET' && !address.includes('{'))
    .map(({ address }) => address)
  expect(reads.length).toBeGreaterThan(10)
  // It reads all of its entities first, in which no visitor of this process gets a turn.
  const orm = await newVersion(shop)
  const failures = new Set<string>()
  let answered = 0
  let isOpen = true
  async function visit() {
    for (let nth = 0; isOpen; nth++) {
      const path = reads[nth % reads.length]
      const { statusCode } = await shop.app.inject({ url: `/api${path}?limit=${1 + (nth % 50)}`, headers })
      answered++
      if (statusCode >= 500) failures.add(`${statusCode} ${path}`)
    }
  }
  const visitors = [visit(), visit()]
  await expect.poll(() => answered).toBeGreaterThan(2 * reads.length)
  await inDatabase(shop.databaseUrl, async (ask) => {
    await ask('begin')
    await ask('select from products, orders, categories limit 1')
    const held = answered
    const updating = migrate(orm)
    await new Promise((resolve) => setTimeout(resolve, 3_500))
    await expect.poll(() => answered).toBeGreaterThan(held + 20)
    await ask('rollback')
    expect(await updating).toEqual(['Migration20991231000000_columns'])
  })
  const updated = answered
  await expect.poll(() => answered).toBeGreaterThan(updated + 2 * reads.length)
  isOpen = false
  await Promise.all(visitors)
  await orm.close()
  expect([...failures]).toEqual([])
})
