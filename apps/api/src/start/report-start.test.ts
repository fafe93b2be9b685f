import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../db/open-database.ts'
import { readEnvironment } from '../env.ts'
import type { Finding } from '../modules/admin/health/finding.ts'
import { mediaStoreOf } from '../modules/media/media-store-of.ts'
import { makeSettings } from '../modules/shop-settings/settings-of.ts'
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts'
import { makeCategory, makeProduct } from '../testing/factories.ts'
import { unchangedSettings } from '../testing/unchanged-settings.ts'
import { openLog } from './open-log.ts'
import { paymentFindings } from './payment-findings.ts'
import { reportStart, type StartedShop } from './report-start.ts'

let shop: TestApp
let DATA_DIR: string
beforeAll(async () => {
  DATA_DIR = await mkdtemp(path.join(os.tmpdir(), 'marashi-report-'))
  shop = await buildTestApp()
})
afterAll(async () => {
  await shop[Symbol.asyncDispose]()
  await rm(DATA_DIR, { recursive: true })
})

/** What a start prints with these settings. */
async function printed(
  settings: Record<string, string>,
  { isTerminal = false, ...other }: { isTerminal?: boolean } & Partial<StartedShop> = {},
): Promise<string> {
  const env = readEnvironment({ DATA_DIR, ADMIN_PASSWORD: 'sandalwood at dawn', ...settings })
  const lines: string[] = []
  const shopLog = openLog(env, { isTerminal, stream: { write: (line) => void lines.push(line) } })
  const { orm, clock } = shop.deps
  const media = mediaStoreOf(env)
  await reportStart(
    {
      env,
      settings: unchangedSettings,
      orm,
      databaseUrl: shop.databaseUrl,
      directUrl: shop.databaseUrl,
      media,
      clock,
      demoPhoneUrl: null,
      sandboxKey: undefined,
      invented: undefined,
      ...other,
    },
    shopLog,
  )
  return lines.join('')
}

describe('the report of a start', () => {
  it('is one line of JSON for machines', async () => {
    const text = await printed({ LOG_LEVEL: 'error' })
    const report = JSON.parse(text)
    expect(text.trimEnd().split('\n')).toHaveLength(1)
    expect(report).toMatchObject({ level: 30, msg: 'Marashi is open: http://localhost:4000', version: '1.0.0' })
    expect(report.parts.map(({ part }: { part: string }) => part)).toEqual(
      expect.arrayContaining(['Version', 'Database', 'Pictures', 'Mail', 'M-Pesa', 'Cards', 'Proxy', 'Backup']),
    )
    expect(text).toMatch(/PostgreSQL \d+, not encrypted/)
    expect(text).not.toContain('sandalwood')
  })

  it('is plain text for a person, at a terminal or by LOG_FORMAT', async () => {
    for (const coloured of [await printed({}, { isTerminal: true }), await printed({ LOG_FORMAT: 'text' })]) {
      const text = stripVTControlCharacters(coloured)
      expect(text).toMatch(
        /Marashi is open: http:\/\/localhost:4000\n {2}The back office: .*\/admin, password as in ADMIN/,
      )
      expect(text).toMatch(/\n {2}ok {3}Pictures {7}Written, read and deleted\./)
      expect(text).not.toMatch(/"(level|msg)"/)
    }
    expect(JSON.parse(await printed({ LOG_FORMAT: 'json' }, { isTerminal: true }))).toMatchObject({ level: 30 })
  })

  it('names the folder of the backups as it is taken, and what a store lacks', async () => {
    const backupOf = async (settings: Record<string, string>) =>
      JSON.parse(await printed(settings)).parts.find(({ part }: Finding) => part === 'Backup').message
    expect(await backupOf({})).toBe(`Every night to ${path.join(DATA_DIR, 'backups')}.`)
    expect(await backupOf({ BACKUP_TO: 'nas/marashi' })).toBe(`Every night to ${path.resolve('nas/marashi')}.`)
    expect(await backupOf({ BACKUP_TO: 's3://elsewhere/marashi' })).toContain('without BACKUP_S3_ENDPOINT')
  })

  it('warns of a part that does not work', async () => {
    const away = { S3_ENDPOINT: 'http://127.0.0.1:1', S3_BUCKET: 'b', S3_ACCESS_KEY: 'k', S3_SECRET_KEY: 's' }
    const { level, parts } = JSON.parse(await printed(away))
    expect(level).toBe(40)
    expect(parts).toContainEqual(expect.objectContaining({ part: 'Pictures', state: 'broken' }))
  })

  it('says that a newer version has updated the database, and what to do', async () => {
    await shop.query(`insert into schema_migrations (name) values ('Migration20991231000000_newer')`)
    const text = await printed({ LOG_FORMAT: 'text' })
    await shop.query(`delete from schema_migrations where name like '%_newer'`)
    expect(text).toMatch(/\n {2}look Schema {9}A newer version of the shop .*Start the version that updated it\./)
  })

  it('asks a store whether it works, and not for its thousands of pictures, which takes too long', async () => {
    const { orm } = shop.deps
    await makeProduct(orm, await makeCategory(orm, 'Oud'), { image: '/media/oud/1080.jpg' })
    const media = mediaStoreOf(readEnvironment({ DATA_DIR }))
    const text = await printed({}, { media: { ...media, list: () => new Promise(() => undefined) } })
    expect(JSON.parse(text).parts).toContainEqual(expect.objectContaining({ part: 'Pictures', state: 'fine' }))
  })

  it('warns of a database that went away meanwhile, and ends without an error: the shop is open', async () => {
    const orm = await openDatabase('postgres://127.0.0.1:1/away')
    const settings = makeSettings({ orm, env: shop.deps.env, cache: shop.cache })
    const text = await printed({}, { orm, settings, directUrl: 'postgres://127.0.0.1:1/away' })
    await orm.close()
    const { level, msg, parts } = JSON.parse(text)
    expect([level, msg]).toEqual([40, 'Marashi is open: http://localhost:4000'])
    const database = parts.find(({ part }: Finding) => part === 'Database')
    expect(database).toMatchObject({ state: 'broken', message: expect.stringContaining('ECONNREFUSED') })
  })

  it('warns of a part that could not even be examined', async () => {
    const { level, parts } = JSON.parse(await printed({}, { media: {} as never }))
    expect(level).toBe(40)
    const pictures = {
      part: 'Pictures',
      state: 'broken',
      message: expect.stringMatching(/^It could not be examined: ./),
    }
    expect(parts).toContainEqual(pictures)
  })

  const mpesa = { MPESA_CONSUMER_KEY: 'k', MPESA_CONSUMER_SECRET: 's', MPESA_SHORTCODE: '600123', MPESA_PASSKEY: 'p' }
  const cards = { STRIPE_PUBLISHABLE_KEY: 'pk', STRIPE_WEBHOOK_SECRET: 'whsec' }
  it.each([
    [{}, 'Demo: nobody pays.', 'Off.'],
    [{ NODE_ENV: 'production' }, 'Off.', 'Off.'],
    [{ ...mpesa, ...cards, STRIPE_SECRET_KEY: 'sk_test_1' }, 'Test: nobody pays.', 'Test: nobody pays.'],
    [
      { ...mpesa, ...cards, MPESA_BASE_URL: 'https://api.safaricom.co.ke', STRIPE_SECRET_KEY: 'sk_live_1' },
      'Live, to 600123.',
      'Live.',
    ],
  ])('says of %o whether money moves', (settings, mpesaMode, cardMode) => {
    expect(paymentFindings(readEnvironment(settings)).map(({ message }) => message)).toEqual([mpesaMode, cardMode])
  })
})
