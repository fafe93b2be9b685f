import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { cloneDatabase } from '@marashi/postgres/test-databases'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { backupName } from '../backup/targets/backup-target.ts'
import { openDatabase } from '../db/open-database.ts'
import { readEnvironment } from '../env.ts'
import { folderStore } from '../modules/media/folder-store.ts'
import { mediaStoreOf } from '../modules/media/media-store-of.ts'
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts'
import { makeCategory, makeProduct } from '../testing/factories.ts'
import { refusingStore, secretsOfRefusal } from '../testing/refusing-store.ts'
import { examineDatabase } from './examine-database.ts'
import { examineMail, examinePictures } from './examine-machine.ts'
import { examineShop } from './examine-shop.ts'

let shop: TestApp
let dataDir: string
let address: string
beforeAll(async () => {
  shop = await buildTestApp()
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'marashi-doctor-'))
  address = await shop.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await shop[Symbol.asyncDispose]()
  rmSync(dataDir, { recursive: true, force: true })
})

const examine = async (change: { settings?: Record<string, string>; clock?: () => Date; directUrl?: string } = {}) => {
  const env = readEnvironment({ PUBLIC_URL: address, DATA_DIR: dataDir, ...change.settings })
  const { orm } = shop.deps
  const media = mediaStoreOf(env)
  const { databaseUrl } = shop
  const { clock = () => new Date(), directUrl = databaseUrl } = change
  const findings = await examineShop({ env, orm, databaseUrl, directUrl, media, clock })
  return (part: string) =>
    findings
      .filter((finding) => finding.part === part)
      .map(({ message, remedy = '', ...finding }) => ({ ...finding, message: `${message} ${remedy}` }))
}

describe('npm run doctor', () => {
  it('finds a new shop that runs as it should, and asks for mail', async () => {
    const of = await examine()
    for (const part of [
      'Settings',
      'Database',
      'Schema',
      'Clock',
      'Prices in step',
      'Disk',
      'Pictures',
      'Address',
      'Webhooks',
    ])
      expect(of(part), part).toMatchObject([{ state: 'fine' }])
    expect(of('Mail')).toMatchObject([{ state: 'doubtful', message: expect.stringContaining('SMTP_URL') }])
    expect(of('Backup')).toMatchObject([{ state: 'fine' }])
  })

  it('finds the same when it examines several processes of one number at once', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => examine()))
    for (const of of all) for (const part of ['Disk', 'Pictures']) expect(of(part)).toMatchObject([{ state: 'fine' }])
  })

  it('warns of the invented phone and e-mail, wherever they come from', async () => {
    const messages = async (settings: Record<string, string> = {}) =>
      (await examine({ settings }))('Shop details').map(({ state, message }) => `${state}: ${message}`)
    const remedy = 'Set your own in Settings of the back office.'
    const phone = `doubtful: The phone is the invented number of the example. ${remedy}`
    const email = `doubtful: The e-mail is the invented address of the example. ${remedy}`
    expect(await messages()).toEqual([phone, email])
    expect(await messages({ SHOP_PHONE: '+254 722 000 111', SHOP_EMAIL: 'me@waridi.co.ke' })).toEqual([
      expect.stringMatching('fine: Marashi, \\+254 722 000 111, me@waridi.co.ke'),
    ])
    await shop.query(`insert into shop_settings values
      ('shop.phone', '"0722 000 111"', 1, now(), 'x'), ('shop.email', '"me@waridi.co.ke"', 1, now(), 'x')`)
    expect(await messages()).toEqual([expect.stringMatching('^fine: ')])
    await shop.query(`update shop_settings set value = '"0712-345-678"' where key = 'shop.phone'`)
    expect(await messages()).toEqual([phone])
    await shop.query(`update shop_settings set value = '"-------"' where key = 'shop.phone'`)
    expect(await messages()).toEqual([`doubtful: The phone cannot be called. ${remedy}`])
    await shop.query('truncate shop_settings')
  })

  it('reports that the address leads nowhere', async () => {
    const of = await examine({ settings: { PUBLIC_URL: 'http://127.0.0.1:1' } })
    expect(of('Address')).toMatchObject([{ state: 'broken', message: expect.stringContaining('Start the shop') }])
  })

  it('reports that another server answers at the address, also where it answers everything', async () => {
    for (const answered of ['', '<h1>Parked</h1>', '{"status":"UP"}']) {
      await using other = await stranger(() => answered)
      const of = await examine({ settings: { PUBLIC_URL: other.url } })
      expect(of('Address'), answered).toMatchObject([
        {
          state: 'broken',
          message: expect.stringMatching(/healthz.*not as the shop does.*PUBLIC_URL has no \/ at its end/),
        },
      ])
    }
  })

  it('reports that something else answers the gateways', async () => {
    await using other = await stranger((url) => (url === '/healthz' ? '{"status":"ok"}' : '<h1>Parked</h1>'))
    const of = await examine({ settings: { PUBLIC_URL: other.url } })
    expect(of('Webhooks')).toMatchObject([{ state: 'broken', message: expect.stringContaining('/api/hooks/') }])
  })

  it('reports that the mail server does not answer', async () => {
    const of = await examine({ settings: { SMTP_URL: 'smtp://127.0.0.1:1' } })
    expect(of('Mail')).toMatchObject([
      {
        state: 'broken',
        message: expect.stringMatching(/ECONNREFUSED.*Receipts wait for 30 days, e-mails about orders for two\./),
      },
    ])
  })

  it.each([
    ['', 'The server answers.'],
    ['me:secret@', 'The server takes the name and the password.'],
  ])('asks the mail server as %j, and says no more than it heard', async (login, message) => {
    const server = createTcpServer((socket) => {
      socket.write('220 mail.test\r\n')
      socket.on('data', (line) => {
        const verb = line.toString().slice(0, 4)
        socket.write(verb === 'EHLO' ? '250 AUTH PLAIN\r\n' : verb === 'AUTH' ? '235 welcome\r\n' : '221 bye\r\n')
      })
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    expect(await examineMail({ SMTP_URL: `smtp://${login}127.0.0.1:${port}` })).toEqual({
      part: 'Mail',
      state: 'fine',
      message,
    })
    server.close()
  })

  it('reports that the certificate for refunds is not there, as on a new machine', async () => {
    const of = await examine({ settings: { MPESA_INITIATOR_PASSWORD: 'oud', MPESA_CERTIFICATE_FILE: '/gone.cer' } })
    expect(of('Settings')).toMatchObject([
      { state: 'doubtful', message: expect.stringContaining('/gone.cer cannot be read') },
    ])
  })

  it('reports that the clocks differ', async () => {
    const of = await examine({ clock: () => new Date(Date.now() + 3_600_000) })
    expect(of('Clock')[0]).toMatchObject({
      state: 'doubtful',
      message: expect.stringMatching(/6[01] minutes ahead of/),
    })
  })

  it('reports that a backup is too old', async () => {
    await shop.query(
      `insert into backup_runs (name, place, reason, started_at, proven_at, bytes) values ('old', 'there', 'nightly', now() - interval '3 days', now(), 1)`,
    )
    const of = await examine()
    expect(of('Backup')).toMatchObject([{ state: 'broken', message: expect.stringContaining('npm run backup') }])
  })

  it('reports that backups cannot be kept, and that the last one is not where it was', async () => {
    const unreachable = { BACKUP_TO: 's3://safe', BACKUP_S3_ENDPOINT: 'http://127.0.0.1:1' }
    const keys = { BACKUP_S3_ACCESS_KEY: 'k', BACKUP_S3_SECRET_KEY: 's' }
    expect((await examine({ settings: { ...unreachable, ...keys } }))('Backup')).toMatchObject([
      { state: 'broken', message: expect.stringMatching(/cannot be kept: .*BACKUP_TO/) },
    ])
    const place = path.join(dataDir, 'mounted')
    mkdirSync(place)
    const madeAt = new Date()
    const name = backupName(madeAt, 'nightly')
    await shop.query(
      `insert into backup_runs (name, place, reason, started_at, proven_at, bytes) values ($1, $2, 'nightly', $3, $3, 1)`,
      [name, place, madeAt],
    )
    const found = async () => (await examine({ settings: { BACKUP_TO: place, BACKUP_KEY: 'k'.repeat(16) } }))('Backup')
    expect(await found()).toMatchObject([{ state: 'broken', message: expect.stringContaining('Is its disk mounted?') }])
    writeFileSync(path.join(place, name), '')
    expect(await found()).toMatchObject([{ state: 'fine' }])
  })

  it('says that it is the clock, and not the keys, where a store refuses for that', async () => {
    using store = await refusingStore('RequestTimeTooSkewed')
    const keys = { S3_ENDPOINT: store.endpoint, S3_BUCKET: 'shop', S3_ACCESS_KEY: 'k', S3_SECRET_KEY: 's' }
    const of = await examine({ settings: { BACKUP_TO: 's3://safe', ...keys } })
    const seen = [...of('Backup'), ...of('Pictures')]
    for (const each of seen) {
      expect(each).toMatchObject({ state: 'broken', message: expect.stringMatching(/set the clock of this machine/) })
      for (const wrong of ['Check', ...secretsOfRefusal]) expect(each.message).not.toContain(wrong)
    }
    expect(seen).toHaveLength(2)
  })

  it('reports that orders would go to another database than the one that the back office reads', async () => {
    await using other = await buildTestApp()
    expect((await examine({ directUrl: other.databaseUrl }))('Database')).toMatchObject([
      { state: 'fine' },
      { state: 'broken', message: expect.stringContaining('DATABASE_DIRECT_URL lead to different databases') },
    ])
    expect((await examine({ directUrl: 'postgresql://127.0.0.1:1/marashi' }))('Database')).toMatchObject([
      { state: 'fine' },
      { state: 'broken', message: expect.stringMatching(/DATABASE_DIRECT_URL does not answer: .*ECONNREFUSED/) },
    ])
  })

  it('reports that nothing can be written', async () => {
    const file = path.join(dataDir, 'a-file')
    writeFileSync(file, '')
    const of = await examine({ settings: { DATA_DIR: path.join(file, 'no-folder') } })
    expect(of('Disk')).toMatchObject([{ state: 'broken' }])
    expect(of('Pictures')).toMatchObject([{ state: 'broken' }])
  })

  it('reports that pictures are gone which products show, as when the folder is lost or a bucket is empty', async () => {
    await using other = await buildTestApp()
    await makeProduct(other.deps.orm, await makeCategory(other.deps.orm, 'Oud'), {
      name: 'Amber',
      image: '/media/gone/1080.jpg',
    })
    const env = readEnvironment({ PUBLIC_URL: address, DATA_DIR: dataDir })
    const { orm } = other.deps
    const media = folderStore(path.join(dataDir, 'media'))
    const pictures = () => examinePictures({ env, orm, media })
    expect(await pictures()).toMatchObject({
      state: 'broken',
      message: `1 picture that products show is not in ${path.join(dataDir, 'media')} or cannot be read there: Amber.`,
    })
    mkdirSync(path.join(dataDir, 'media', 'gone'), { recursive: true })
    expect(await pictures()).toMatchObject({ state: 'fine' })
  })

  it('reports that a newer version of the shop has updated the database', async () => {
    const newer = 'Migration20991231000000_newer'
    await shop.query('insert into schema_migrations (name) values ($1)', [newer])
    const of = await examine()
    await shop.query('delete from schema_migrations where name = $1', [newer])
    expect(of('Schema')).toMatchObject([
      { state: 'doubtful', message: expect.stringMatching(new RegExp(`newer version.*${newer}.*npm run rollback`)) },
    ])
  })

  it('says before the first start that the database is not made yet, in no word of PostgreSQL’s', async () => {
    const empty = await cloneDatabase({ ...inject('databaseTemplate'), name: 'template1' })
    const orm = await openDatabase(empty.url, { poolSize: 2 })
    try {
      const env = readEnvironment({ PUBLIC_URL: address, DATA_DIR: dataDir })
      const addresses = { databaseUrl: empty.url, directUrl: empty.url }
      const media = folderStore(path.join(dataDir, 'media'))
      const found = await examineShop({ env, orm, ...addresses, media, clock: () => new Date() })
      for (const part of ['Shop details', 'Backup'])
        expect(found.find((finding) => finding.part === part)).toMatchObject({
          state: 'doubtful',
          message: expect.stringContaining('The database does not hold it yet: the first start makes it'),
        })
      expect(JSON.stringify(found)).not.toContain('relation')
    } finally {
      await orm.close()
      await empty.drop()
    }
  })

  it('reports that the system below the database sorts texts in another way, until its indexes are made anew as the guide says', async () => {
    await using other = await buildTestApp()
    const { orm } = other.deps
    const addresses = { databaseUrl: other.databaseUrl, directUrl: other.databaseUrl }
    const database = async () => (await examineDatabase(orm, addresses, new Date()))[0]
    expect(await database()).toMatchObject({ part: 'Database', state: 'fine' })
    await other.query(`update pg_database set datcollversion = '0' where datname = current_database()`)
    expect(await database()).toMatchObject({
      state: 'doubtful',
      remedy: expect.stringContaining('docs/operations.md#database'),
    })
    const guide = readFileSync(new URL('../../../../docs/operations.md', import.meta.url), 'utf8')
    const name = new URL(other.databaseUrl).pathname.slice(1)
    const statements = [...guide.matchAll(/--command="((?:reindex|alter) database marashi[^"]*)"/g)]
    expect(statements).toHaveLength(2)
    for (const [, statement = ''] of statements) await other.query(statement.replace('marashi', `"${name}"`))
    expect(await database()).toMatchObject({ part: 'Database', state: 'fine' })
  })

  it('reports that the database has lost its schema', async () => {
    await using emptied = await buildTestApp()
    await emptied.query('drop table schema_migrations')
    const env = readEnvironment({ PUBLIC_URL: address, DATA_DIR: dataDir })
    const found = await examineShop({
      env,
      orm: emptied.deps.orm,
      databaseUrl: emptied.databaseUrl,
      directUrl: emptied.databaseUrl,
      media: folderStore(path.join(dataDir, 'media')),
      clock: () => new Date(),
    })
    expect(found.find(({ part }) => part === 'Schema')).toMatchObject({ state: 'doubtful' })
  })
})

/** A server of somebody else. */
async function stranger(answer: (url: string) => string) {
  const server: Server = createServer(({ url = '' }, response) => response.end(answer(url)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return { url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: async () => void server.close() }
}
