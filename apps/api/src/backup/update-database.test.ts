import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { MikroORM } from '@mikro-orm/postgresql'
import { expect, it } from 'vitest'
import { migrate } from '../db/migrate.ts'
import { openDatabase } from '../db/open-database.ts'
import { backupSettings, filesIn, restoreStored, sourcesOf } from '../testing/backup-harness.ts'
import { blankDatabase } from '../testing/blank-database.ts'
import { buildTestApp } from '../testing/build-test-app.ts'
import { makeOrder } from '../testing/factories.ts'
import { fillShop } from '../testing/fill-shop.ts'
import { asRestored, inDatabase, readWholeDatabase } from '../testing/read-whole-database.ts'
import { openSnapshot } from './database/read-database.ts'
import { makeBackup } from './make-backup.ts'
import { makeCopy } from './make-copy.ts'
import { recordBackup } from './record-backup.ts'
import { backupTargetOf } from './targets/backup-target-of.ts'
import { updateDatabase } from './update-database.ts'

const PENDING = 'Migration20261122001700_backups'
/** One that comes after that of the backups, with what undoes it. */
const LATER = {
  name: 'Migration20261122055748_session_password',
  undo: 'alter table admin_sessions drop column password_mark',
}

/** Makes a shop as it was before its last migration, and open orders in it. */
async function oldShop({ name, undo } = { name: PENDING, undo: 'drop table backup_runs' }) {
  const settings = await backupSettings()
  const shop = await buildTestApp()
  await fillShop(shop)
  await shop.query(undo)
  await shop.query('delete from schema_migrations where name = $1', [name])
  const orm = await openDatabase(shop.databaseUrl)
  const url = shop.databaseUrl
  return {
    settings,
    shop,
    orm,
    url,
    update: () => updateDatabase(orm, sourcesOf(settings, url)),
    async [Symbol.asyncDispose]() {
      await orm.close()
      await shop[Symbol.asyncDispose]()
      await settings[Symbol.asyncDispose]()
    },
  }
}

it('copies the database before it updates it, and returns to the copy', { timeout: 60_000 }, async () => {
  await using old = await oldShop()
  const before = await readWholeDatabase(old.url)
  const { migrations, copy } = await old.update()
  expect(migrations).toEqual([PENDING])
  expect(await old.shop.query('select name, reason, error from backup_runs')).toEqual([
    { name: copy?.name, reason: 'before-update', error: null },
  ])
  await using after = await blankDatabase()
  await restoreStored(old.settings, copy?.name ?? '', { settings: old.settings, url: after.url })
  expect(asRestored(await readWholeDatabase(after.url))).toEqual(asRestored(before))
  // The copy leaves pictures alone: those are as they were.
  expect(copy?.manifest.pictures).toBeNull()
  expect((await old.update()).copy).toBeUndefined()
})

it('returns to the schema of the copy, also where the update has changed it', { timeout: 60_000 }, async () => {
  await using old = await oldShop()
  const { copy } = await old.update()
  const updated = await blankDatabase()
  await using _updated = updated
  await restoreStored(old.settings, copy?.name ?? '', { settings: old.settings, url: updated.url })
  const before = await readWholeDatabase(updated.url)
  const orm = await openDatabase(updated.url)
  await using elsewhere = await backupSettings()
  await updateDatabase(orm, sourcesOf(elsewhere, updated.url))
  await makeOrder(orm, {})
  await orm.close()
  await inDatabase(updated.url, (ask) =>
    ask(`alter table orders add column since_update text; create table since_update (id int)`),
  )
  await restoreStored(old.settings, copy?.name ?? '', { settings: old.settings, url: updated.url, mayReplace: true })
  expect(asRestored(await readWholeDatabase(updated.url))).toEqual(asRestored(before))
})

it('copies nothing on the first start, where there is nothing yet', async () => {
  await using settings = await backupSettings()
  await using blank = await blankDatabase()
  const orm = await openDatabase(blank.url)
  const { migrations, copy } = await updateDatabase(orm, sourcesOf(settings, blank.url))
  await orm.close()
  expect(migrations).toContain(PENDING)
  expect(copy).toBeUndefined()
})

it('changes nothing where no copy can be made, and says how to go on', async () => {
  await using old = await oldShop()
  await writeFile(path.join(old.settings.folder, 'backups'), 'a file in the place of the folder')
  await expect(old.update()).rejects.toThrow(/no copy .* Nothing was changed.*BACKUP_TO=off/)
  await expect(old.shop.query('select from backup_runs')).rejects.toThrow(/does not exist/)
})

it('changes nothing where the disk of the backups is not mounted, and says so', { timeout: 60_000 }, async () => {
  await using old = await oldShop(LATER)
  const target = backupTargetOf(old.settings.env)
  const nightly = await makeBackup(sourcesOf(old.settings, old.url), 'nightly')
  await recordBackup(old.orm.em.fork(), nightly)
  await target.remove(nightly.name)
  await expect(old.update()).rejects.toThrow(/does not hold the last backup.*Is its disk mounted.*Nothing was changed/)
  expect(await target.list()).toEqual([])
  await recordBackup(old.orm.em.fork(), await makeBackup(sourcesOf(old.settings, old.url), 'manual'))
  expect((await old.update()).migrations).toEqual([LATER.name])
})

it('waits with its copy for a backup that is reading the database', { timeout: 60_000 }, async () => {
  await using old = await oldShop()
  const nightly = await openSnapshot(old.url)
  const update = old.update()
  await wait(700)
  await nightly[Symbol.asyncDispose]()
  expect(await update).toMatchObject({ migrations: [PENDING], copy: { reason: 'before-update' } })
})

it('proves no backup whose tables an update wrote anew: to the snapshot from before they are empty', {
  timeout: 60_000,
}, async () => {
  await using old = await oldShop()
  const target = backupTargetOf(old.settings.env)
  let nightly: Awaited<ReturnType<typeof openSnapshot>> | undefined
  // The update's copy is being proven, so the tables are free again, and the migration has not begun.
  const read: typeof target.read = async (name) => {
    nightly = await openSnapshot(old.url)
    return await target.read(name)
  }
  await updateDatabase(old.orm, { ...sourcesOf(old.settings, old.url), target: { ...target, read } })
  await old.shop.query('alter table orders add column rewritten int generated always as (1) stored')
  const parts = async () => {
    for await (const _part of nightly?.entries() ?? []);
  }
  await expect(parts()).rejects.toThrow(/was updated or restored while it was backed up/)
  await nightly?.[Symbol.asyncDispose]()
})

it('updates without a copy where backups are off', async () => {
  await using old = await oldShop()
  await using off = await backupSettings({ BACKUP_TO: 'off' })
  const { migrations, copy } = await updateDatabase(old.orm, sourcesOf(off, old.url))
  expect([migrations, copy]).toEqual([[PENDING], undefined])
  expect(await filesIn(off.folder)).toEqual({})
})

it('names the migration that failed, and leaves the database as it was', { timeout: 60_000 }, async () => {
  await using old = await oldShop()
  await old.shop.query('create table backup_runs (other int)')
  const before = await readWholeDatabase(old.url)
  await expect(old.update()).rejects.toThrow(new RegExp(`${PENDING} failed, and the database is as it was`))
  expect(await readWholeDatabase(old.url)).toEqual(before)
  const target = backupTargetOf(old.settings.env)
  expect(await target.list()).toMatchObject([{ reason: 'before-update' }])
  // The version that served goes on with it.
  expect((await old.shop.app.inject('/api/products')).statusCode).toBe(200)
})

it('keeps one copy of an update that fails with every start, and those that earlier updates need', {
  timeout: 60_000,
}, async () => {
  await using old = await oldShop()
  let minute = 0
  const clock = () => new Date(Date.UTC(2026, 10, 25, 8, minute++))
  const update = () => updateDatabase(old.orm, { ...sourcesOf(old.settings, old.url), clock })
  const target = backupTargetOf(old.settings.env)
  await old.shop.query(`insert into schema_migrations (name) values ('Migration20991231000000_earlier')`)
  const earlier = (await makeCopy({ ...sourcesOf(old.settings, old.url), clock }, 'before-update')).name
  await old.shop.query(`delete from schema_migrations where name like '%_earlier'`)
  const foreign = 'marashi-20261101T000000Z-before-update.tar.zst.age'
  await target.write(foreign, Readable.from(['of another key']))
  await old.shop.query('create table backup_runs (other int)')
  for (let start = 0; start < 4; start++) await expect(update()).rejects.toThrow(/failed/)
  expect((await target.list()).map(({ name }) => name).toSorted()).toEqual([
    foreign,
    earlier,
    expect.stringMatching(/before-update/),
  ])
  await old.shop.query('drop table backup_runs')
  const { copy } = await update()
  expect((await target.list()).map(({ name }) => name).toSorted()).toEqual([foreign, earlier, copy?.name])
})

it('leaves no file of a copy that cannot be read back', { timeout: 60_000 }, async () => {
  await using old = await oldShop()
  const target = backupTargetOf(old.settings.env)
  const cut = { ...target, read: async () => Readable.from(['half a copy']) }
  const update = updateDatabase(old.orm, { ...sourcesOf(old.settings, old.url), target: cut })
  await expect(update).rejects.toThrow(/no copy of it could be made first/)
  expect(await target.list()).toEqual([])
})

it('gives up where another program holds a table, instead of stopping the shop behind itself', {
  timeout: 60_000,
}, async () => {
  await using shop = await buildTestApp()
  const { name, undo } = LATER
  await shop.query(undo)
  await shop.query('delete from schema_migrations where name = $1', [name])
  const orm: MikroORM = await openDatabase(shop.databaseUrl)
  await inDatabase(shop.databaseUrl, async (ask) => {
    await ask('begin')
    await ask('select from admin_sessions')
    await expect(migrate(orm, { timeoutMs: 700 })).rejects.toThrow(
      `${name} failed, and the database is as it was before. Another program holds`,
    )
    await ask('rollback')
  })
  expect(await migrate(orm)).toEqual([name])
  await orm.close()
})

it('copies once when three processes start together', { timeout: 60_000 }, async () => {
  await using old = await oldShop()
  const orms = await Promise.all([1, 2, 3].map(() => openDatabase(old.url)))
  const done = await Promise.all(orms.map((orm) => updateDatabase(orm, sourcesOf(old.settings, old.url))))
  await Promise.all(orms.map((orm) => orm.close()))
  expect(done.filter(({ copy }) => copy)).toHaveLength(1)
  expect(await backupTargetOf(old.settings.env).list()).toHaveLength(1)
})
