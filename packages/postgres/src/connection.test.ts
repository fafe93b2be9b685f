import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectionOptions, newClient, newPool } from './connection.ts'
import { startTestServer, type TestServer } from './testing/start-test-server.ts'

describe('a database address', () => {
  it.each([
    [
      'postgresql://shop:p%40ss@db.example:6432/duka',
      { host: 'db.example', port: 6432, user: 'shop', password: 'p@ss', database: 'duka' },
    ],
    ['postgres://shop@db.example/duka', { port: 5432, database: 'duka' }],
    ['postgresql://shop@db.example', { database: 'shop' }],
    [
      'postgresql://shop:secret@/duka?host=/run/postgresql',
      { host: '/run/postgresql', database: 'duka', user: 'shop' },
    ],
    ['postgresql:///duka?host=/run/postgresql&user=shop', { host: '/run/postgresql', database: 'duka', user: 'shop' }],
    ['postgresql://shop@%2Frun%2Fpostgresql/duka', { host: '/run/postgresql', database: 'duka' }],
    ['postgresql://shop@[::1]:5433/duka', { host: '::1', port: 5433 }],
    ['postgresql://shop@db.example/duka?options=-c%20search_path%3Dduka', { options: '-c search_path=duka' }],
    ['postgresql://shop@db.example/duka?sslmode=disable', { ssl: false }],
    ['postgresql://shop@db.example/duka?sslmode=require', { ssl: { rejectUnauthorized: false } }],
    ['postgresql://shop@db.example/duka?uselibpqcompat=true&sslmode=require', { ssl: { rejectUnauthorized: false } }],
    ['postgresql://shop@db.example/duka?sslmode=verify-full', { ssl: {} }],
  ])('%s is read as PostgreSQL reads it', (url, expected) => {
    expect(connectionOptions(url)).toMatchObject(expected)
  })

  it.each([
    ['mysql://shop@db.example/duka', 'must look like postgresql://'],
    ['duka', 'must look like postgresql://'],
    ['postgresql://shop@db.example/duka?sslmode=requrie', 'take one of disable, prefer, require'],
    ['postgresql://shop@db.example/duka?sslmode=verify-full&sslrootcert=/nowhere.crt', '/nowhere.crt'],
  ])('%s is refused with the reason', (url, reason) => {
    expect(() => connectionOptions(url)).toThrow(reason)
  })
})

describe('a server that lets only encrypted connections in', () => {
  let server: TestServer
  const folder = mkdtempSync(path.join(os.tmpdir(), 'marashi-certificate-'))
  const authority = path.join(folder, 'authority.crt')
  beforeAll(async () => {
    server = await startTestServer()
    copyFileSync(server.certificateFile, authority)
  })
  afterAll(async () => {
    await server[Symbol.asyncDispose]()
    rmSync(folder, { recursive: true })
  })

  it.each<Record<string, string>>([
    { sslmode: 'require' },
    { sslmode: 'verify-ca', sslrootcert: authority },
    { sslmode: 'verify-full', sslrootcert: authority },
  ])('is reached with %j, by clients and pools alike', async (parameters) => {
    const url = server.url('postgres', parameters)
    expect(await isEncrypted(newClient(url))).toBe(true)
    await using pool = { pool: newPool(url), [Symbol.asyncDispose]: () => pool.pool.end() }
    expect((await pool.pool.query(mine)).rows).toEqual([{ ssl: true }])
  })

  it.each<[Record<string, string>, RegExp]>([
    [{}, /no encryption/],
    [{ sslmode: 'disable' }, /no encryption/],
    [{ sslmode: 'verify-full' }, /self-signed/],
  ])('refuses %j', async (parameters, reason) => {
    await expect(newClient(server.url('postgres', parameters)).connect()).rejects.toThrow(reason)
  })

  it.skipIf(process.platform === 'win32')('is reached over its Unix socket', async () => {
    expect(await isEncrypted(newClient(server.socketUrl('postgres')))).toBe(false)
  })

  it('may end connections that nobody asks anything: whoever asks next is told, and the process goes on', async () => {
    const url = server.url('postgres', { sslmode: 'require' })
    const client = newClient(url)
    await client.connect()
    const pool = newPool(url)
    const lent = await pool.connect()
    const ended = [client, lent].map((one) => new Promise<void>((resolve) => one.once('end', resolve)))
    await pool.query('select pg_terminate_backend(pid) from pg_stat_activity where pid = any($1)', [
      [await pidOf(client), await pidOf(lent)],
    ])
    await Promise.all(ended)
    await expect(client.query(mine)).rejects.toThrow()
    await expect(lent.query(mine)).rejects.toThrow()
    lent.release(true)
    expect((await pool.query(mine)).rows).toEqual([{ ssl: true }])
    await pool.end()
  })
})

const pidOf = async (client: pg.ClientBase) =>
  (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid

const mine = 'select ssl from pg_stat_ssl where pid = pg_backend_pid()'

async function isEncrypted(client: ReturnType<typeof newClient>): Promise<boolean | undefined> {
  await client.connect()
  const { rows } = await client.query<{ ssl: boolean }>(mine)
  await client.end()
  return rows[0]?.ssl
}
