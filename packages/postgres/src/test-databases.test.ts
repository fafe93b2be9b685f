import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newClient } from './connection.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts'
import { ensureDatabase } from './ensure-database.ts'
import { serverUser } from './server-user.ts'
import { cloneDatabase, prepareTemplate } from './test-databases.ts'

let dir: string
let server: EmbeddedPostgres

beforeAll(async () => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'marashi-databases-'))
  // Made for us alone, and as root the server is not us.
  chmodSync(dir, 0o755)
  server = await startEmbeddedPostgres({ dir: path.join(dir, 'postgres'), durable: false })
})

afterAll(async () => {
  await server.stop()
  rmSync(dir, { recursive: true, force: true })
})

describe('databases for tests', () => {
  it.each([
    ['on the disk', false],
    ['in memory', true],
  ])('gives every test a migrated database that no other test sees, %s', async (_, isInMemory) => {
    const { template, drop } = await prepareTemplate({ server, migrate, isInMemory })
    const [mine, yours] = await Promise.all([cloneDatabase(template), cloneDatabase(template)])
    await ask(mine.url, 'insert into perfume values (8)')
    expect(await ask(mine.url, 'select price from perfume order by price')).toEqual([{ price: 7 }, { price: 8 }])
    expect(await ask(yours.url, 'select price from perfume')).toEqual([{ price: 7 }])
    await drop()
  })

  it('drops a copy that is still connected to', async () => {
    const { template, drop } = await prepareTemplate({ server, migrate })
    const copy = await cloneDatabase(template)
    const client = newClient(copy.url)
    const cutOff = new Promise((resolve) => client.on('error', resolve))
    await client.connect()
    await copy.drop()
    await cutOff
    expect(await testDatabases()).toEqual([template.name])
    await drop()
  })

  it('leaves nothing behind, and touches nothing of a run that goes on', async () => {
    const mine = await prepareTemplate({ server, migrate })
    const yours = await prepareTemplate({ server, migrate })
    await cloneDatabase(mine.template)
    await mine.drop()
    expect(await testDatabases()).toEqual([yours.template.name])
    await yours.drop()
    expect(await testDatabases()).toEqual([])
  })

  it('clears away what a killed run left', async () => {
    const folder = folderOfServer('test_4711')
    await ask(server.url('postgres'), `create tablespace test_4711 location '${folder}'`)
    await ask(server.url('postgres'), 'create database test_4711_template tablespace test_4711')
    const { template, drop } = await prepareTemplate({ server, migrate })
    expect(await testDatabases()).toEqual([template.name])
    expect(existsSync(folder)).toBe(false)
    await drop()
    expect(await ask(server.url('postgres'), `select 1 from pg_tablespace where spcname ~ '^test_'`)).toEqual([])
  })

  it('keeps no template that could not be migrated', async () => {
    const broken = async () => {
      throw new Error('no such column')
    }
    await expect(prepareTemplate({ server, migrate: broken })).rejects.toThrow('no such column')
    expect(await testDatabases()).toEqual([])
  })
})

describe('ensureDatabase', () => {
  it('makes a database once, whoever asks and however often', async () => {
    const url = server.url('postgres')
    await Promise.all(Array.from({ length: 4 }, () => ensureDatabase(url, 'duka "la" marashi')))
    await ensureDatabase(url, 'duka "la" marashi')
    expect(await ask(server.url('duka "la" marashi'), 'select current_database() as name')).toEqual([
      { name: 'duka "la" marashi' },
    ])
  })
})

function folderOfServer(name: string): string {
  const folder = path.join(dir, name)
  mkdirSync(folder)
  const user = serverUser()
  if (user) chownSync(folder, user.uid, user.gid)
  return folder
}

async function migrate(url: string): Promise<void> {
  await ask(url, 'create table perfume as select 7 as price')
}

async function testDatabases(): Promise<string[]> {
  const rows = await ask(
    server.url('postgres'),
    `select datname from pg_database where datname like 'test\\_%' order by 1`,
  )
  return rows.map((row) => String(row.datname))
}

async function ask(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = newClient(url)
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}
