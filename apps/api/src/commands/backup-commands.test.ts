import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import S3rver from '@20minutes/s3rver'
import { startEmbeddedPostgres } from '@marashi/postgres/embedded'
import { freePort } from '@marashi/postgres/launch'
import { readPidFile } from '@marashi/postgres/postmaster'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { backupName, readBackupName } from '../backup/targets/backup-target.ts'
import { openDatabase } from '../db/open-database.ts'
import { folderStore } from '../modules/media/folder-store.ts'
import { makeCategory, makeProduct } from '../testing/factories.ts'
import { inDatabase } from '../testing/read-whole-database.ts'

const PATIENCE_MS = 60_000
const source = fileURLToPath(new URL('..', import.meta.url))
const picture = { id: 'oud-tausi', bytes: randomBytes(5_000) }

let folder: string
let port: number
let shops: ChildProcess[] = []
beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'marashi-commands-'))
  chmodSync(folder, 0o755) // started by root, PostgreSQL runs as another user
  port = await freePort()
})
afterEach(async () => {
  for (const shop of shops) await stop(shop)
  shops = []
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const dataOf = (machine: string) => path.join(folder, machine)
/** For Node, whose machine's clock is three days ahead of the database's. */
const wrongClock = `--import=data:text/javascript,${encodeURIComponent(`
  const Right = Date
  const now = () => Right.now() + 3 * 24 * 60 * 60 * 1000
  globalThis.Date = class extends Right {
    static now = now
    constructor(...of) { super(...(of.length > 0 ? of : [now()])) }
  }`)}`

function environmentOf(machine: string) {
  const { PATH, HOME } = process.env
  mkdirSync(dataOf(machine), { recursive: true })
  const DATA_DIR = dataOf(machine)
  return {
    PATH,
    HOME,
    DATA_DIR,
    PORT: `${port}`,
    LOG_LEVEL: 'warn',
    SEED: 'none',
    ADMIN_PASSWORD: 'sandalwood at dawn',
  }
}

/** Runs a command as its npm script does, with `typed` at its keyboard. */
async function run(
  machine: string,
  name: string,
  parameters: string[] = [],
  { typed = '', key = '', options = '', settings = {} } = {},
) {
  const env = { ...environmentOf(machine), BACKUP_KEY: key, NODE_OPTIONS: options, ...settings }
  const command = path.join(source, 'commands', `${name}.ts`)
  const child = spawn(process.execPath, [command, ...parameters], { env, stdio: ['pipe', 'pipe', 'pipe'] })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (printed += text))
  child.stdin.end(`${typed}\n`)
  const [code] = await once(child, 'exit')
  return { code, printed }
}

async function startShop(machine: string, options = '') {
  // Anew each time: others could take one that is kept while nobody listens.
  port = await freePort()
  const child = spawn(process.execPath, [path.join(source, 'main.ts')], {
    env: { ...environmentOf(machine), NODE_OPTIONS: options },
    stdio: 'ignore',
  })
  shops.push(child)
  const isReady = async () => {
    if (child.exitCode !== null) throw new Error('The shop ended.')
    return (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.ok
  }
  await vi.waitUntil(isReady, { timeout: PATIENCE_MS, interval: 100 })
  return child
}
async function stop(shop: ChildProcess) {
  if (shop.exitCode !== null || shop.signalCode !== null) return
  shop.kill('SIGTERM')
  await once(shop, 'exit')
}

/** Runs work on a machine's own database, beside its shop or alone. */
async function onDatabase<Result>(machine: string, work: (url: string) => Promise<Result>): Promise<Result> {
  const server = await startEmbeddedPostgres({ dir: path.join(dataOf(machine), 'postgres'), durable: true })
  try {
    return await work(server.url('marashi'))
  } finally {
    await server.stop()
  }
}
const addProduct = (machine: string, name: string) =>
  onDatabase(machine, async (url) => {
    const orm = await openDatabase(url)
    const product = await makeProduct(orm, await makeCategory(orm, name), {
      name,
      image: `/media/${picture.id}/1080.jpg`,
    })
    await orm.close()
    return product.id
  })
const products = async () =>
  (await (await fetch(`http://127.0.0.1:${port}/api/products`)).json()).map(({ name }: { name: string }) => name).sort()

it('brings a burned shop back on another machine, from a backup made while it was open', {
  timeout: 4 * PATIENCE_MS,
}, async () => {
  expect(await run('lost', 'migrate')).toMatchObject({ code: 0, printed: expect.stringMatching(/^Made: Migration/) })
  expect(await run('lost', 'migrate')).toEqual({ code: 0, printed: 'The database is up to date.\n' })
  await addProduct('lost', 'Oud Tausi')
  await folderStore(path.join(dataOf('lost'), 'media')).put(picture.id, new Map([['1080.jpg', picture.bytes]]))
  const shop = await startShop('lost')
  const made = await run('lost', 'back-up', [path.join(folder, 'safe')])
  expect(made.code, made.printed).toBe(0)
  expect(made.printed).toMatch(/1 picture files\.\nProven: .*\nIts key lies in .*backup-key/)
  const key = readFileSync(path.join(dataOf('lost'), 'backup-key'), 'utf8').trim()
  await stop(shop)
  const closed = await run('lost', 'back-up')
  expect(closed.code, closed.printed).toBe(0)
  rmSync(dataOf('lost'), { recursive: true })

  const [file = ''] = readdirSync(path.join(folder, 'safe'))
  const backup = path.join(folder, 'safe', file)
  expect(await run('found', 'restore', [backup])).toMatchObject({
    code: 1,
    printed: expect.stringContaining('Set BACKUP_KEY'),
  })
  const restored = await run('found', 'restore', [backup], { key })
  expect(restored.code, restored.printed).toBe(0)
  expect(restored.printed).toMatch(/Every table has the rows and sums that it had/)
  expect(readFileSync(path.join(dataOf('found'), 'media', picture.id, '1080.jpg')).equals(picture.bytes)).toBe(true)
  await startShop('found')
  expect(await products()).toEqual(['Oud Tausi'])
})

it('returns to the copy from before an update, when the owner types that it should', {
  timeout: 4 * PATIENCE_MS,
}, async () => {
  expect((await run('updated', 'migrate')).code).toBe(0)
  await addProduct('updated', 'Before')
  await onDatabase('updated', (url) =>
    inDatabase(url, async (ask) => {
      await ask('drop table backup_runs')
      await ask(`delete from schema_migrations where name = 'Migration20261122001700_backups'`)
    }),
  )
  expect(await run('updated', 'roll-back')).toMatchObject({ code: 1, printed: expect.stringMatching(/BACKUP_KEY/) })
  const updated = await run('updated', 'migrate', [], { options: wrongClock })
  expect(updated.printed).toMatch(
    /The database was updated: Migration20261122001700_backups\.\nIts copy from before is .*before-update/,
  )
  const shop = await startShop('updated')
  await addProduct('updated', 'Since')
  expect(await run('updated', 'roll-back', [], { typed: 'replace' })).toMatchObject({
    code: 1,
    printed: expect.stringMatching(/A shop runs on this database/),
  })
  await stop(shop)
  expect(await run('updated', 'roll-back', [], { typed: 'yes' })).toMatchObject({
    code: 1,
    printed: expect.stringMatching(/The shop holds 1 api keys, 2 categories, 2 products\.[\s\S]*Nothing was changed/),
  })
  const back = await run('updated', 'roll-back', [], { typed: 'replace' })
  expect(back.code, back.printed).toBe(0)
  expect(back.printed).toMatch(/What was there is .*before-restore[\s\S]*start the version that served before/)
  expect(back.printed).toMatch(/Every session has ended: log in again/)
  expect(await run('updated', 'roll-back', [], { typed: 'replace' })).toMatchObject({
    code: 1,
    printed: expect.stringMatching(/^No update has changed the database since marashi-.*before-update/),
  })
  const backups = path.join(dataOf('updated'), 'backups')
  const ofFuture = backupName(new Date('2099-01-01T00:00:00Z'), 'before-update')
  const [copy = ''] = readdirSync(backups).filter((file) => file.includes('before-update'))
  copyFileSync(path.join(backups, copy), path.join(backups, ofFuture))
  expect(await run('updated', 'roll-back', [], { typed: 'replace' })).toMatchObject({
    code: 1,
    printed: expect.stringMatching(/^Passed over, .*later than .*\n {2}marashi-20990101T.*\nNo update has changed/),
  })
  rmSync(path.join(backups, ofFuture))
  await startShop('updated', wrongClock)
  expect(await products()).toEqual(['Before'])
  for (const { madeAt } of readdirSync(backups).flatMap((file) => readBackupName(file) ?? []))
    expect(madeAt.getTime()).toBeLessThan(Date.now())
})

it.each(['SIGINT', 'SIGTERM'] as const)(
  'leaves no database running where %s ends it',
  {
    timeout: 2 * PATIENCE_MS,
  },
  async (signal) => {
    const machine = `ended-by-${signal}`
    const command = path.join(source, 'commands', 'migrate.ts')
    const child = spawn(process.execPath, [command], {
      env: environmentOf(machine),
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const exited = once(child, 'exit')
    const said = text(child.stderr)
    const pid = await vi.waitUntil(() => pidIn(path.join(dataOf(machine), 'postgres/data')), { timeout: PATIENCE_MS })
    child.kill(signal)
    expect(await exited).toEqual([128 + os.constants.signals[signal], null])
    expect(await said).toContain('Press Ctrl-C again')
    // Its lock is gone; the process itself may need a moment more.
    await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'), { timeout: PATIENCE_MS })
  },
)

/** Of the database that runs on a data folder; undefined while none does. */
const pidIn = (data: string) => existsSync(path.join(data, 'postmaster.pid')) && readPidFile(data)?.pid

it('prints the address of a backup in a store, which a restore takes', { timeout: 2 * PATIENCE_MS }, async () => {
  const store = new S3rver({
    directory: path.join(folder, 'buckets'),
    address: '127.0.0.1',
    port: 0,
    silent: true,
    configureBuckets: [{ name: 'safe' }],
  })
  const settings = {
    BACKUP_TO: 's3://safe/marashi',
    BACKUP_S3_ENDPOINT: `http://127.0.0.1:${(await store.run()).port}`,
    BACKUP_S3_ACCESS_KEY: 'S3RVER',
    BACKUP_S3_SECRET_KEY: 'S3RVER',
  }
  try {
    expect((await run('stored', 'migrate')).code).toBe(0)
    const { printed } = await run('stored', 'back-up', [], { settings })
    const [address = ''] = printed.split('\n')
    expect(address).toMatch(/^s3:\/\/safe\/marashi\/marashi-.*-manual\.tar\.zst\.age$/)
    const restored = await run('stored', 'restore', [address], { settings })
    expect(restored.code, restored.printed).toBe(0)
  } finally {
    await store.close()
  }
})

it('replaces no shop unasked', { timeout: 2 * PATIENCE_MS }, async () => {
  expect((await run('asked', 'migrate')).code).toBe(0)
  await addProduct('asked', 'Oud Tausi')
  expect((await run('asked', 'back-up')).code).toBe(0)
  const unasked = await run('asked', 'restore', ['latest'])
  expect(unasked).toMatchObject({
    code: 1,
    printed: expect.stringMatching(/1 products\. Nothing was changed\. --replace asks/),
  })
  // The copy that the first restore makes of what it replaces is newer, and not what a second one is to bring back.
  for (const _time of ['first', 'second'])
    expect(await run('asked', 'restore', ['latest', '--replace'], { typed: 'replace' })).toMatchObject({
      code: 0,
      printed: expect.stringMatching(/-manual\.tar\.zst\.age puts it back[\s\S]*What was there is .*-before-restore/),
    })
  const backups = path.join(dataOf('asked'), 'backups')
  const good = readdirSync(backups).find((file) => file.includes('manual')) ?? ''
  const cut = backupName(new Date(), 'nightly')
  writeFileSync(path.join(backups, cut), readFileSync(path.join(backups, good)).subarray(0, 2_000))
  expect(await run('asked', 'restore', ['latest', '--replace'])).toEqual({
    code: 1,
    printed: `${cut}: This backup is damaged or incomplete.\nThe one before it: npm run restore -- ${good} --replace\n`,
  })
  expect(await run('asked', 'restore', ['no-such-backup'])).toMatchObject({
    code: 1,
    printed: expect.stringMatching(/no backup no-such-backup.*These are there:\n {2}marashi-/),
  })
  expect(await run('asked', 'restore')).toMatchObject({ code: 1, printed: expect.stringMatching(/^Usage:/) })
})
