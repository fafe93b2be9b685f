import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import type { BackupStatus } from '@marashi/domain/contracts/admin-backups'
import { describe, expect, it } from 'vitest'
import { mediaStoreOf } from '../modules/media/media-store-of.ts'
import { pictureFiles } from '../modules/media/picture-files.ts'
import { backupSettings, filesIn } from '../testing/backup-harness.ts'
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts'
import { logIn, makeCategory, makeProduct } from '../testing/factories.ts'
import { refusingStore, secretsOfRefusal } from '../testing/refusing-store.ts'
import { proveBackup, readBackup } from './archive/read-backup.ts'
import { backUpNightly, backupJobs } from './backup.job.ts'
import { keyFile } from './backup-key.ts'
import { makeBackup, UnprovenBackup } from './make-backup.ts'
import { backUpInProcess } from './nightly-process.ts'
import { recordBackup, recordFailure } from './record-backup.ts'
import { restorePictures } from './restored/restore-pictures.ts'
import { writeSettings } from './settings-file.ts'
import { type BackupTarget, backupName } from './targets/backup-target.ts'
import { backupTargetOf } from './targets/backup-target-of.ts'
import { folderTarget } from './targets/folder-target.ts'

const DAY_MS = 24 * 60 * 60 * 1000

async function nights(more: Record<string, string> = {}) {
  const settings = await backupSettings(more)
  let now = new Date('2026-11-22T00:00:00Z')
  const shop = await buildTestApp({
    clock: () => now,
    env: { DATA_DIR: settings.folder, BACKUP_KEY: 'a key of some length', ...more },
  })
  const target = backupTargetOf(settings.env)
  const sources = {
    env: shop.deps.env,
    databaseUrl: shop.databaseUrl,
    clock: () => now,
    makeEm: () => shop.deps.orm.em.fork(),
  }
  return {
    shop,
    settings,
    target,
    sources,
    setNow(at: Date) {
      now = at
    },
    status: () => statusOf(shop, now),
    async [Symbol.asyncDispose]() {
      await shop[Symbol.asyncDispose]()
      await settings[Symbol.asyncDispose]()
    },
  }
}

async function statusOf(shop: TestApp, now: Date): Promise<BackupStatus> {
  const headers = await logIn(shop.deps.orm, { lastSeenAt: now, expiresAt: new Date(now.getTime() + DAY_MS) })
  return (await shop.app.inject({ url: '/api/admin/backups', headers })).json<BackupStatus>()
}

it('shows the administrator when the last backup was made and proven, and when it is too long ago', {
  timeout: 60_000,
}, async () => {
  await using night = await nights()
  await night.shop.query(`update schema_migrations set executed_at = '2026-11-21T12:00:00Z'`)
  expect(await night.status()).toMatchObject({ isOn: true, last: null, isOverdue: false })
  await night.shop.query(`update schema_migrations set executed_at = '2026-11-20T22:59:59Z'`)
  expect(await night.status()).toMatchObject({ isOn: true, last: null, isOverdue: true })
  await backUpNightly(night.sources)
  const at = '2026-11-22T00:00:00.000Z'
  const [file] = Object.values(await filesIn(path.join(night.settings.folder, 'backups')))
  expect(await night.status()).toEqual({
    isOn: true,
    isKeyOnlyHere: false,
    last: { madeAt: at, provenAt: at, place: night.target.place, bytes: Buffer.from(file ?? '', 'base64').length },
    lastFailure: null,
    isOverdue: false,
  })
  night.setNow(new Date('2026-11-24T00:00:01Z'))
  expect(await night.status()).toMatchObject({ isOverdue: true })
})

it('is not silent for as long as the clock once ran ahead', { timeout: 60_000 }, async () => {
  await using night = await nights()
  await backUpNightly(night.sources)
  const record = (at: string) =>
    night.shop.query(
      `insert into backup_runs (name, place, reason, started_at, proven_at, bytes) values ('ahead', 'there', 'nightly', $1, $1, 1)`,
      [at],
    )
  await record('2027-11-23T00:00:00Z')
  expect(await night.status()).toMatchObject({ last: { madeAt: '2026-11-22T00:00:00.000Z' }, isOverdue: false })
  night.setNow(new Date('2026-11-24T00:00:01Z'))
  expect(await night.status()).toMatchObject({ isOverdue: true })
})

it('is read by the administrator alone', async () => {
  await using night = await nights()
  expect((await night.shop.app.inject('/api/admin/backups')).statusCode).toBe(401)
})

it('shows why a night failed, keeps the older backups, and stops showing it after the next good one', {
  timeout: 60_000,
}, async () => {
  await using night = await nights()
  await backUpNightly(night.sources)
  const good = await night.target.list()
  night.setNow(new Date('2026-11-23T00:00:00Z'))
  const broken = {
    ...night.sources,
    target: { ...night.target, write: () => Promise.reject(new Error('The disk is full.')) },
  }
  await expect(backUpNightly(broken)).rejects.toThrow('The disk is full.')
  expect(await night.target.list()).toEqual(good)
  expect(await night.status()).toMatchObject({
    last: { madeAt: '2026-11-22T00:00:00.000Z' },
    lastFailure: { at: '2026-11-23T00:00:00.000Z', message: 'The disk is full.' },
    isOverdue: false,
  })
  night.setNow(new Date('2026-11-24T00:00:00Z'))
  await backUpNightly(night.sources)
  expect(await night.status()).toMatchObject({ last: { madeAt: '2026-11-24T00:00:00.000Z' }, lastFailure: null })
})

it('fails where its folder falls silent in the middle, shows so, and is made the next night', {
  timeout: 60_000,
}, async () => {
  await using night = await nights()
  const { place } = night.target
  const back = Promise.withResolvers<void>()
  const openFile: typeof open = async (...file) => {
    const opened = await open(...file)
    return Object.assign(opened, { writeFile: () => back.promise })
  }
  const target = folderTarget(place, { openFile, bytesTimeoutMs: 50 })
  await expect(backUpNightly({ ...night.sources, target })).rejects.toThrow('has said nothing for')
  const message = expect.stringContaining(`${place} has said nothing for 0.05 seconds. Is the machine or the disk away`)
  expect(await night.status()).toMatchObject({ last: null, lastFailure: { message } })
  back.resolve()
  night.setNow(new Date('2026-11-23T00:00:00Z'))
  await backUpNightly(night.sources)
  expect(await night.status()).toMatchObject({ last: { madeAt: '2026-11-23T00:00:00.000Z' }, lastFailure: null })
})

it('shows which of a wrong clock and a wrong key it was that the store of the backups refused a night for', async () => {
  using store = await refusingStore('RequestTimeTooSkewed')
  await using night = await nights({
    BACKUP_TO: 's3://safe',
    BACKUP_S3_ENDPOINT: store.endpoint,
    BACKUP_S3_ACCESS_KEY: 'AKIDEXAMPLE',
    BACKUP_S3_SECRET_KEY: 'secret',
  })
  await expect(backUpNightly(night.sources)).rejects.toThrow('RequestTimeTooSkewed')
  const { lastFailure } = await night.status()
  expect(lastFailure?.message).toMatch(/RequestTimeTooSkewed, the clocks .* set the clock of this machine/)
  for (const secret of secretsOfRefusal) expect(lastFailure?.message).not.toContain(secret)
})

it('shows also why the store of the pictures refused to give one to a backup', async () => {
  using store = await refusingStore('AccessDenied')
  await using night = await nights({
    S3_ENDPOINT: store.endpoint,
    S3_BUCKET: 'shop',
    S3_ACCESS_KEY: 'AKIDEXAMPLE',
    S3_SECRET_KEY: 'secret',
  })
  const { makeEm, clock, env } = night.sources
  const read = mediaStoreOf(env).read(randomUUID(), '1080.jpg')
  const error = await read.catch((thrown: unknown) => thrown)
  await recordFailure(makeEm(), { reason: 'nightly', place: night.target.place, startedAt: clock(), error })
  expect((await night.status()).lastFailure?.message).toMatch(/picture store .* AccessDenied, this key may not do that/)
})

it('fails where the disk of the backups is not mounted, until the owner says that it was emptied on purpose', {
  timeout: 60_000,
}, async () => {
  await using night = await nights()
  await night.shop.query(`update schema_migrations set executed_at = '2026-11-21T12:00:00Z'`)
  await backUpNightly(night.sources)
  await rename(night.target.place, `${night.target.place}-unmounted`)
  night.setNow(new Date('2026-11-23T00:00:00Z'))
  await expect(backUpNightly(night.sources)).rejects.toThrow(/does not hold the last backup.*Is its disk mounted\?/)
  expect(await night.target.list()).toEqual([])
  expect(await night.status()).toMatchObject({
    last: { madeAt: '2026-11-22T00:00:00.000Z' },
    lastFailure: { message: expect.stringContaining('npm run backup') },
  })
  const em = night.shop.deps.orm.em.fork()
  await recordBackup(em, await makeBackup(night.sources, 'manual'))
  night.setNow(new Date('2026-11-24T00:00:00Z'))
  await backUpNightly(night.sources)
  expect((await night.target.list()).map(({ reason }) => reason).toSorted()).toEqual(['manual', 'nightly'])
})

it('misses no backup of the owner that she has deleted, nor one that a wrong clock dated later', {
  timeout: 60_000,
}, async () => {
  await using night = await nights()
  await night.shop.query(`update schema_migrations set executed_at = '2026-11-21T12:00:00Z'`)
  await backUpNightly(night.sources)
  const em = night.shop.deps.orm.em.fork()
  for (const day of ['2026-11-22T18:00:00Z', '2027-11-22T18:00:00Z']) {
    night.setNow(new Date(day))
    const own = await makeBackup(night.sources, 'manual')
    await recordBackup(em, own)
    await rm(path.join(night.target.place, own.name))
  }
  night.setNow(new Date('2026-11-23T00:00:00Z'))
  await backUpNightly(night.sources)
  expect((await night.target.list()).map(({ reason }) => reason)).toEqual(['nightly', 'nightly'])
})

it('misses none that the shop made before it was restored, here or elsewhere', { timeout: 60_000 }, async () => {
  await using night = await nights()
  await backUpNightly(night.sources)
  await rm(night.target.place, { recursive: true })
  // A restore makes the schema anew.
  await night.shop.query(`update schema_migrations set executed_at = '2026-11-22T12:00:00Z'`)
  night.setNow(new Date('2026-11-23T00:00:00Z'))
  await backUpNightly(night.sources)
  expect(await night.target.list()).toHaveLength(1)
})

it('reads a backup back once more where the line was cut, and deletes none of the owner’s', {
  timeout: 60_000,
}, async () => {
  await using night = await nights()
  const { sources, target } = night
  let cuts = 1
  const read: typeof target.read = (name) => (cuts-- > 0 ? Promise.reject(new Error('ECONNRESET')) : target.read(name))
  await makeBackup({ ...sources, target: { ...target, read } }, 'manual')
  night.setNow(new Date('2026-11-22T01:00:00Z'))
  cuts = 2
  const cut = await makeBackup({ ...sources, target: { ...target, read } }, 'manual').catch((error: unknown) => error)
  const failed = { reason: 'manual', place: target.place, startedAt: sources.clock(), error: cut } as const
  await recordFailure(sources.makeEm(), failed)
  night.setNow(new Date('2026-11-23T00:00:00Z'))
  await backUpNightly(sources)
  expect((await target.list()).filter(({ reason }) => reason === 'manual')).toHaveLength(2)
})

it('says in the settings of a backup that the administrator’s password could not be read', async () => {
  await using settings = await backupSettings()
  expect(await writeSettings({ DATA_DIR: settings.folder })).not.toContain('could not be read')
  await mkdir(path.join(settings.folder, 'admin-password'))
  expect(await writeSettings({ DATA_DIR: settings.folder })).toMatch(/^# ADMIN_PASSWORD_HASH .*EISDIR/m)
})

/** A disk that loses a block. */
const losingBlocks = (target: BackupTarget): BackupTarget => ({
  ...target,
  async write(name, bytes) {
    const written = await target.write(name, bytes)
    const file = path.join(target.place, name)
    const whole = await readFile(file)
    await writeFile(file, whole.fill(0, whole.length >> 1, (whole.length >> 1) + 512))
    return written
  },
})

it('calls nothing proven that it could not read back', { timeout: 60_000 }, async () => {
  await using night = await nights()
  const target = losingBlocks(night.target)
  await expect(backUpNightly({ ...night.sources, target })).rejects.toThrow(UnprovenBackup)
  expect(await night.status()).toMatchObject({
    last: null,
    lastFailure: { message: expect.stringMatching(/could not be read back/) },
  })
  const [unproven] = await night.target.list()
  night.setNow(new Date('2026-11-23T00:00:00Z'))
  await backUpNightly(night.sources)
  expect((await night.target.list()).map(({ name }) => name)).not.toContain(unproven?.name)
})

it('fills no disk with nights that cannot be read back, and deletes no good one for them', {
  timeout: 60_000,
}, async () => {
  await using night = await nights()
  const sources = { ...night.sources, target: losingBlocks(night.target) }
  await backUpNightly(night.sources)
  const failed: string[] = []
  for (let day = 23; day < 28; day++) {
    const at = new Date(`2026-11-${day}T00:00:00Z`)
    night.setNow(at)
    await expect(backUpNightly(sources)).rejects.toThrow(UnprovenBackup)
    failed.push(backupName(at, 'nightly'))
  }
  const left = (await night.target.list()).map(({ name }) => name).toSorted()
  expect(left).toEqual([backupName(new Date('2026-11-22T00:00:00Z'), 'nightly'), ...failed.slice(-4)])
})

it('keeps the newest backup that lacked no picture while products show some that are gone, and says which', {
  timeout: 60_000,
}, async () => {
  await using night = await nights()
  const { orm } = night.shop.deps
  const start = (day: number) => night.setNow(new Date(Date.UTC(2026, 9, day)))
  // Time goes on between the begin of the job and that of the backup.
  const sources = { ...night.sources, clock: () => new Date(night.sources.clock().getTime() + tick++) }
  let tick = 1
  start(1)
  await backUpNightly(sources)
  const [complete] = await night.target.list()
  const category = await makeCategory(orm, 'Oud')
  for (const name of ['Amber', 'Rose']) await makeProduct(orm, category, { name, image: `/media/oud/1080.jpg` })
  for (let day = 2; day <= 51; day++) {
    const at = new Date(Date.UTC(2026, 9, day))
    const lacking = backupName(at, 'nightly')
    await writeFile(path.join(night.target.place, lacking), 'x')
    await night.shop.query(
      `insert into backup_runs (name, place, reason, started_at, proven_at, bytes, error)
       values ($1, '', 'nightly', $2, $2, 1, null), (null, '', 'nightly', $2, null, null, 'Pictures are gone.')`,
      [lacking, at],
    )
  }
  start(52)
  await expect(backUpNightly(sources)).rejects.toThrow(
    /^1 picture that products show is not in .*media or cannot be read there: Amber, Rose\. The backup lacks/,
  )
  const left = await night.target.list()
  expect(left).toContainEqual(complete)
  expect(left.length).toBeLessThan(17)
  expect(await night.status()).toMatchObject({
    last: { madeAt: expect.stringMatching('2026-11-21T00:00:00') },
    lastFailure: { message: expect.stringContaining('give these products another picture') },
  })
  await mkdir(path.join(night.settings.folder, 'media', 'oud'), { recursive: true })
  start(53)
  await backUpNightly(sources)
  expect(await night.target.list()).not.toContainEqual(complete)
  expect(await night.status()).toMatchObject({ lastFailure: null })
})

it('is made without pictures that the shop may not read and without stray files, and says which products lack theirs', {
  timeout: 60_000,
}, async () => {
  await using night = await nights()
  const { orm } = night.shop.deps
  const media = path.join(night.settings.folder, 'media')
  for (const id of ['oud', 'musk']) {
    await mkdir(path.join(media, id), { recursive: true })
    await writeFile(path.join(media, id, 'share.jpg'), id)
  }
  // Root may read everything but a link to itself.
  await symlink('1080.jpg', path.join(media, 'oud', '1080.jpg'))
  await writeFile(path.join(media, 'README'), 'Pictures of the shop.')
  const category = await makeCategory(orm, 'Oud')
  await makeProduct(orm, category, { name: 'Amber', image: `/media/oud/1080.jpg` })
  await makeProduct(orm, category, { name: 'Rose', image: `/media/musk/share.jpg` })
  await expect(backUpNightly(night.sources)).rejects.toThrow(
    /^1 picture .* cannot be read there: Amber\. The backup lacks/,
  )
  expect(await night.status()).toMatchObject({ last: { madeAt: expect.any(String) } })
  const [made] = await night.target.list()
  expect((await proveBackup(await night.target.read(made?.name ?? ''), 'a key of some length')).pictures?.files).toBe(1)
})

it('keeps 7 days, 4 weeks and 6 months, the owner’s own backups, and the last copies of updates', {
  timeout: 60_000,
}, async () => {
  await using night = await nights()
  await mkdir(night.target.place)
  const put = (at: number, reason: Parameters<typeof backupName>[1]) =>
    writeFile(path.join(night.target.place, backupName(new Date(at), reason)), 'x')
  const first = Date.parse('2025-01-01T00:00:00Z')
  const tonight = Date.parse('2026-11-22T00:00:00Z')
  for (let at = first; at < tonight; at += DAY_MS) await put(at, 'nightly')
  await put(first, 'manual')
  for (const days of [1, 2, 3, 4, 5]) await put(tonight - days * DAY_MS, 'before-update')
  // By a clock that ran ahead.
  await put(tonight + 400 * DAY_MS, 'before-update')
  await put(tonight + 400 * DAY_MS, 'nightly')
  await backUpNightly(night.sources)
  const left = await night.target.list()
  const count = (reason: string) => left.filter((backup) => backup.reason === reason).length
  expect([count('nightly'), count('manual'), count('before-update')]).toEqual([16, 1, 4])
})

it('deletes none of its own for one that it has not proven, such as a second machine makes in the same place', {
  timeout: 60_000,
}, async () => {
  await using night = await nights()
  const own: string[] = []
  for (let day = 0; day < 3; day++) {
    const at = new Date(Date.parse('2026-11-22T00:00:00Z') + day * DAY_MS)
    night.setNow(at)
    // A shop that was brought back elsewhere, to try it out, writes a few seconds later.
    const other = backupName(new Date(at.getTime() + 7_000), 'nightly')
    await backUpNightly(night.sources)
    own.push(backupName(at, 'nightly'))
    await writeFile(path.join(night.target.place, other), 'of another machine')
  }
  night.setNow(new Date('2026-11-25T00:00:00Z'))
  await backUpNightly(night.sources)
  const left = (await night.target.list()).map(({ name }) => name)
  expect(left).toEqual(expect.arrayContaining(own))
  expect(left).toHaveLength(7)
})

it('makes its own key where the owner set none, and says that it is only here', { timeout: 60_000 }, async () => {
  await using night = await nights({ BACKUP_KEY: '' })
  await backUpNightly(night.sources)
  expect(await night.status()).toMatchObject({ isKeyOnlyHere: true })
  const key = (await readFile(keyFile(night.sources.env), 'utf8')).trim()
  expect(key).toMatch(/^AGE-SECRET-KEY-1/)
  await makeBackup({ ...night.sources, clock: () => new Date() }, 'manual')
  expect((await readFile(keyFile(night.sources.env), 'utf8')).trim()).toBe(key)
  await rm(keyFile(night.sources.env))
})

it('makes none where something else backs the shop up', async () => {
  await using night = await nights({ BACKUP_TO: 'off' })
  expect(backupJobs(night.sources)).toEqual([])
  expect(await night.status()).toMatchObject({ isOn: false, isOverdue: false, isKeyOnlyHere: false })
  await using on = await backupSettings()
  expect(backupJobs({ ...night.sources, env: on.env })).toMatchObject([
    // Beyond the four hours after which the backup itself is ended.
    { name: 'backup', every: { cron: '0 3 * * *' }, longestSeconds: 4 * 3_600 + 600 },
  ])
})

describe('in a process of its own', () => {
  const longestSeconds = 60

  it('is made, proven and shown as before', { timeout: 60_000 }, async () => {
    await using night = await nights()
    await backUpInProcess(night.sources, { longestSeconds })
    expect((await night.target.list()).map(({ reason }) => reason)).toEqual(['nightly'])
    const { last, isOverdue } = await night.status()
    expect(isOverdue).toBe(false)
    expect(last?.madeAt).toMatch(/^2026-11-22T00:0/)
  })

  it('shows why it failed', { timeout: 60_000 }, async () => {
    await using night = await nights({ BACKUP_TO: '/dev/null/backups' })
    await expect(backUpInProcess(night.sources, { longestSeconds })).rejects.toThrow(/ENOTDIR/)
    expect(await night.status()).toMatchObject({
      last: null,
      lastFailure: { message: expect.stringMatching(/ENOTDIR/) },
    })
  })

  it.each([
    ['needs more memory than it may', { longestSeconds, heapMegabytes: 8 }],
    ['does not come to an end', { longestSeconds: 0.05 }],
  ])('shows a failure where it %s, and the shop goes on', { timeout: 60_000 }, async (_what, bounds) => {
    await using night = await nights()
    await expect(backUpInProcess(night.sources, bounds)).rejects.toThrow(/ended before it was done/)
    expect(await night.status()).toMatchObject({
      last: null,
      lastFailure: { message: expect.stringMatching(/ended before it was done \((SIG|code 1)/) },
    })
  })
})

/** The database is away for the first times that something is written down of a backup. */
const awayFor = (shop: TestApp, times: number) =>
  shop.query(`create sequence tried;
    create function be_away() returns trigger language plpgsql as $$ begin
      if nextval('tried') <= ${times} then raise 'restarting' using errcode = '57P01'; end if;
      return new;
    end $$;
    create trigger be_away before insert on backup_runs for each row execute function be_away()`)

it('counts a backup that was made and proven, also where the database is away just after', {
  timeout: 60_000,
}, async () => {
  await using night = await nights()
  await awayFor(night.shop, 2)
  await backUpNightly(night.sources)
  expect(await night.status()).toMatchObject({ last: { madeAt: '2026-11-22T00:00:00.000Z' }, lastFailure: null })
})

it('says why it failed, also where the database does not take that down', { timeout: 60_000 }, async () => {
  await using night = await nights({ BACKUP_TO: '/dev/null/backups' })
  await night.shop.query(`create function refuse() returns trigger language plpgsql as $$ begin raise 'a bug'; end $$;
    create trigger refuse before insert on backup_runs for each row execute function refuse()`)
  await expect(backUpNightly(night.sources)).rejects.toThrow(/ENOTDIR/)
  await expect(backUpInProcess(night.sources, { longestSeconds: 0.05 })).rejects.toThrow(/ended before it was done/)
})

it('keeps no transaction open while its pictures are stored and while it is proven, and has those that came meanwhile', {
  timeout: 60_000,
}, async () => {
  await using night = await nights()
  const { shop, target, settings } = night
  const media = mediaStoreOf(settings.env)
  const put = () => media.put(randomUUID(), new Map(pictureFiles.map((name) => [name, randomBytes(1_000_000)])))
  await put()
  const readers = () => shop.query(`select from pg_stat_activity where application_name = 'marashi-backup'`)
  const seen: Record<'storing' | 'proving', number>[] = []
  let storing = -1
  const write: typeof target.write = async (name, bytes) =>
    await target.write(
      name,
      bytes.compose(async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          if (storing < 0) {
            storing = (await readers()).length
            await put()
          }
          yield chunk
        }
      }) as Readable,
    )
  const read: typeof target.read = async (name) => {
    seen.push({ storing, proving: (await readers()).length })
    return await target.read(name)
  }
  const { manifest } = await makeBackup({ ...night.sources, target: { ...target, write, read } }, 'nightly')
  expect(seen).toEqual([{ storing: 0, proving: 0 }])
  expect(manifest.pictures?.files).toBe(2 * pictureFiles.length)
})

it('leaves whole what another backup writes meanwhile', { timeout: 60_000 }, async () => {
  await using night = await nights()
  const { target, sources } = night
  const media = mediaStoreOf(night.settings.env)
  await media.put(randomUUID(), new Map(pictureFiles.map((name) => [name, randomBytes(100_000)])))
  let own: Promise<unknown> | undefined
  const write: typeof target.write = async (name, bytes) =>
    await target.write(
      name,
      bytes.compose(async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          own ??= makeBackup(sources, 'manual')
          await own
          yield chunk
        }
      }) as Readable,
    )
  await makeBackup({ ...sources, target: { ...target, write } }, 'nightly')
  expect((await target.list()).map(({ reason }) => reason).toSorted()).toEqual(['manual', 'nightly'])
})

it('has every file of a picture that was being uploaded when it began', { timeout: 60_000 }, async () => {
  await using night = await nights()
  const { target, sources, settings } = night
  const media = mediaStoreOf(settings.env)
  await media.put(randomUUID(), new Map(pictureFiles.map((name) => [name, randomBytes(1_000_000)])))
  // A bucket shows each file as soon as it is there; so does this folder. Its name comes first of all.
  const uploading = path.join(settings.folder, 'media', '00000000-0000-4000-8000-000000000000')
  const upload = async (names: string[]) => {
    for (const name of names) await writeFile(path.join(uploading, name), name)
  }
  await mkdir(uploading)
  await upload(pictureFiles.slice(0, 3))
  let passed = 0
  const write: typeof target.write = async (name, bytes) =>
    await target.write(
      name,
      bytes.compose(async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          yield chunk
          passed += chunk.length
          // The other picture is on its way: this one's turn is over.
          if (passed > 2_000_000 && passed - chunk.length <= 2_000_000) await upload(pictureFiles)
        }
      }) as Readable,
    )
  const { name, manifest } = await makeBackup({ ...sources, target: { ...target, write } }, 'nightly')
  expect(manifest.pictures?.files).toBe(2 * pictureFiles.length)
  await using after = await backupSettings()
  await restorePictures(mediaStoreOf(after.env), readBackup(await target.read(name), 'a key of some length'))
  const restored = path.join(after.folder, 'media', path.basename(uploading))
  expect(Object.keys(await filesIn(restored)).toSorted()).toEqual(pictureFiles.toSorted())
})
