import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startEmbeddedPostgres } from '@marashi/postgres/embedded'
import { ensureDatabase } from '@marashi/postgres/ensure-database'
import { holdAlone } from '@marashi/postgres/file-lock'
import { freePort } from '@marashi/postgres/launch'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { migrate } from './db/migrate.ts'
import { openDatabase } from './db/open-database.ts'
import { makeCategory, makeProduct } from './testing/factories.ts'

const main = fileURLToPath(new URL('main.ts', import.meta.url))
const PATIENCE_MS = 60_000

let dataDir: string
let productId: string
/** Of the shop that was started last: one that is kept for later, others could take meanwhile. */
let port: number
const started: ChildProcess[] = []

// A shop with one perfume, so that no start draws the first catalogue.
beforeAll(async () => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'marashi-main-'))
  // Started by root, PostgreSQL runs as another user, who needs access to this folder.
  chmodSync(dataDir, 0o755)
  mkdirSync(path.join(dataDir, 'media'))
  const server = await startEmbeddedPostgres({ dir: path.join(dataDir, 'postgres'), durable: true })
  await ensureDatabase(server.url('postgres'), 'marashi')
  const orm = await openDatabase(server.url('marashi'))
  await migrate(orm)
  productId = (await makeProduct(orm, await makeCategory(orm, 'Oud'), { name: 'Oud Tausi' })).id
  await orm.close()
  await server.stop()
}, PATIENCE_MS)

afterEach(async () => {
  for (const shop of started.splice(0)) {
    if (shop.exitCode !== null || shop.signalCode !== null) continue
    shop.kill('SIGTERM')
    await once(shop, 'exit')
  }
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

describe('when its PostgreSQL is killed', { timeout: 2 * PATIENCE_MS }, () => {
  it('a shopper still sees the perfume, gets an honest error elsewhere, and can buy again soon after', async () => {
    const shop = await startShop()
    const page = await ask(`/product/${productId}`)
    expect(page.headers.get('warning')).toBeNull()
    // Nobody starts it again before the shopper has looked around.
    const start = await holdAlone(path.join(dataDir, 'postgres', 'starting.lock'))
    try {
      process.kill(postgresPid(), 'SIGKILL')
      await expect.poll(async () => (await ask(`/product/${productId}`)).headers.get('warning')).toMatch(/^110/)
      const stale = await ask(`/product/${productId}`)
      expect(stale.status).toBe(200)
      expect(await stale.text()).toBe(await page.text())
      const other = await ask('/shop')
      expect(other.status).toBe(503)
    } finally {
      start.release()
    }

    await expect.poll(async () => (await ask('/shop')).status, { timeout: PATIENCE_MS, interval: 250 }).toBe(200)
    await expect.poll(async () => (await ask(`/product/${productId}`)).headers.get('warning')).toBeNull()
    expect((await ask('/readyz')).status).toBe(200)
    expect(shop.process.exitCode).toBeNull()
    expect(shop.printed()).toMatch(/PostgreSQL has died/)
    expect(shop.printed()).toMatch(/PostgreSQL runs again/)
  })
})

describe('when the shop itself is killed', { timeout: 2 * PATIENCE_MS }, () => {
  it('the next start takes over its PostgreSQL, and ends it too', async () => {
    const first = await startShop()
    const pid = postgresPid()
    first.process.kill('SIGKILL')
    await once(first.process, 'exit')
    const second = await startShop()
    expect(postgresPid()).toBe(pid)
    expect((await ask(`/product/${productId}`)).status).toBe(200)
    second.process.kill('SIGTERM')
    await once(second.process, 'exit')
    expect(isRunning(pid)).toBe(false)
  })

  it('the one that ran `npm start`, shop and PostgreSQL end and leave the port', async () => {
    const shop = await startShop()
    const pid = postgresPid()
    const exited = once(shop.process, 'exit')
    // A killed parent closes its end of the channel.
    shop.process.disconnect()
    expect((await exited)[0]).toBe(0)
    expect(isRunning(pid)).toBe(false)
    await expect(ask('/healthz')).rejects.toThrow()
  })
})

describe('when its port is taken', { timeout: 2 * PATIENCE_MS }, () => {
  it('ends, and makes no first password, which nobody would be shown', async () => {
    const other = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
    await once(other, 'listening')
    const taken = (other.address() as AddressInfo).port
    try {
      await expect(startShop({ ADMIN_PASSWORD: '', PORT: String(taken) })).rejects.toThrow(
        `Port ${taken} of 127.0.0.1 is taken (EADDRINUSE), perhaps by this shop`,
      )
      expect(existsSync(path.join(dataDir, 'admin-password'))).toBe(false)
    } finally {
      other.close()
    }
    const shop = await startShop({ ADMIN_PASSWORD: '' })
    await expect.poll(shop.printed).toMatch(/password \w{4}-\w{4}-\w{4}-\w{4} \(shown only now/)
  })
})

describe('when its two addresses lead to different databases', { timeout: 2 * PATIENCE_MS }, () => {
  it('does not open, so no order goes where the back office does not look', async () => {
    const server = await startEmbeddedPostgres({ dir: path.join(dataDir, 'postgres'), durable: true })
    try {
      const addresses = { DATABASE_URL: server.url('marashi'), DATABASE_DIRECT_URL: server.url('postgres') }
      await expect(startShop(addresses)).rejects.toThrow('DATABASE_URL and DATABASE_DIRECT_URL lead to different')
    } finally {
      await server.stop()
    }
  })
})

describe('when it is asked to end while its PostgreSQL starts', { timeout: 2 * PATIENCE_MS }, () => {
  it('ends that too', async () => {
    const shop = await spawnShop()
    await vi.waitUntil(() => existsSync(pidFile()), { timeout: PATIENCE_MS, interval: 1 })
    const pid = await vi.waitUntil(postgresPid, { timeout: PATIENCE_MS, interval: 1 })
    const exited = once(shop.process, 'exit')
    shop.process.kill('SIGTERM')
    expect(await exited).toEqual([0, null])
    expect(isRunning(pid)).toBe(false)
    expect(shop.printed()).toBe('')
  })
})

describe('when an error comes that nothing caught', { timeout: 2 * PATIENCE_MS }, () => {
  it('says so as everything else in the log, and ends with its PostgreSQL, so that it is started again', async () => {
    const throwsWhenAsked = encodeURIComponent('process.on("SIGUSR2", () => { throw new Error("unforeseen") })')
    const shop = await startShop({ NODE_OPTIONS: `--import=data:text/javascript,${throwsWhenAsked}` })
    const pid = postgresPid()
    const exited = once(shop.process, 'exit')
    shop.process.kill('SIGUSR2')
    expect(await exited).toEqual([1, null])
    const lines = shop
      .printed()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines.filter(({ level }) => level === 60)).toMatchObject([
      { msg: 'an error that nothing caught ends the shop', err: { message: 'unforeseen' } },
    ])
    expect(isRunning(pid)).toBe(false)
  })
})

describe('when it is asked to end', { timeout: 2 * PATIENCE_MS }, () => {
  it('says so to load balancers first, and keeps no connection open while it still answers', async () => {
    const shop = await startShop({ DRAIN_SECONDS: '3' })
    expect((await ask('/contact')).headers.get('connection')).not.toBe('close')
    const exited = once(shop.process, 'exit')
    shop.process.kill('SIGTERM')
    await expect.poll(async () => (await ask('/readyz')).status, { interval: 50 }).toBe(503)
    for (const address of ['/contact', `/product/${productId}`, '/api/products']) {
      const answer = await ask(address)
      expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])
    }
    expect((await exited)[0]).toBe(0)
  })

  it('finishes what has begun, also where that takes longer than everything else', async () => {
    const shop = await startShop()
    const body = JSON.stringify({ password: 'sandalwood at dawn' })
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.on('data', (text) => (answer += text))
    socket.write(
      `POST /api/admin/login HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 9)}`,
    )
    await wait(500)
    const exited = once(shop.process, 'exit')
    shop.process.kill('SIGTERM')
    await wait(11_000)
    await expect(ask('/healthz')).rejects.toThrow()
    socket.write(body.slice(9))
    expect((await exited)[0]).toBe(0)
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK/)
  })
})

const ask = (address: string) => fetch(`http://127.0.0.1:${port}${address}`)

async function spawnShop(settings: Record<string, string> = {}) {
  port = await freePort()
  const { PATH, HOME } = process.env
  const child = spawn(process.execPath, [main], {
    env: {
      PATH,
      HOME,
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      ADMIN_PASSWORD: 'sandalwood at dawn',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  started.push(child)
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (printed += text))
  return { process: child, printed: () => printed }
}

async function startShop(settings: Record<string, string> = {}) {
  const shop = await spawnShop(settings)
  const isReady = async () => {
    if (shop.process.exitCode !== null) throw new Error(`The shop ended:\n${shop.printed()}`)
    return (await ask('/readyz').catch(() => undefined))?.ok
  }
  await vi.waitUntil(isReady, { timeout: PATIENCE_MS, interval: 100 })
  return shop
}

const pidFile = () => path.join(dataDir, 'postgres', 'data', 'postmaster.pid')
const postgresPid = () => Number(readFileSync(pidFile(), 'utf8').split('\n')[0])

function isRunning(pid: number): boolean {
  return existsSync(`/proc/${pid}`) && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
}
