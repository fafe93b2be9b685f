import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { newClient } from './connection.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts'
import { holdAlone } from './file-lock.ts'
import { readPidFile } from './postmaster.ts'
import { serverUser } from './server-user.ts'

let workshop: string
let made: string
const started: EmbeddedPostgres[] = []
const apps: ChildProcess[] = []

beforeAll(async () => {
  workshop = mkdtempSync(path.join(os.tmpdir(), 'marashi-postgres-'))
  chmodSync(workshop, 0o755)
  made = path.join(workshop, 'made')
  await (await startEmbeddedPostgres({ dir: made, durable: false })).stop()
})

afterEach(async () => {
  for (const server of started.splice(0)) await server.stop()
  for (const app of apps.splice(0)) await leave(app)
})

afterAll(() => rmSync(workshop, { recursive: true, force: true }))

describe('the embedded PostgreSQL', () => {
  it('keeps its data from one start to the next, and leaves nothing running between them', async () => {
    const dir = aFolder()
    const first = await start(dir)
    await ask(first, 'create table perfume as select 7 as price')
    const { pid } = pidFile(dir)
    await first.stop()
    expect(isRunning(pid)).toBe(false)
    expect(await ask(await start(dir), 'select price from perfume')).toEqual([{ price: 7 }])
  })

  it('lets only 127.0.0.1 and the password in', async () => {
    const dir = aFolder()
    const server = await start(dir)
    expect(await ask(server, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }])
    expect(statSync(path.join(dir, 'password')).mode & 0o777).toBe(0o600)
    const guessed = new URL(server.url('postgres'))
    guessed.password = 'guessed'
    await expect(newClient(guessed.href).connect()).rejects.toThrow('password authentication failed')
  })

  it('loses data on a power cut only where it may', async () => {
    expect(await ask(await start(aFolder(), true), 'show fsync')).toEqual([{ fsync: 'on' }])
    expect(await ask(await start(aFolder(), false), 'show fsync')).toEqual([{ fsync: 'off' }])
  })

  it('vacuums a shop by itself, and no test', async () => {
    expect(await ask(await start(aFolder(), true), 'show autovacuum')).toEqual([{ autovacuum: 'on' }])
    expect(await ask(await start(aFolder(), false), 'show autovacuum')).toEqual([{ autovacuum: 'off' }])
  })

  it('adopts the server of an app that was killed, and stops it', async () => {
    const dir = aFolder()
    const app = await startInAnApp(dir)
    const { pid } = pidFile(dir)
    app.kill('SIGKILL')
    await once(app, 'exit')
    const server = await start(dir)
    expect(server.adopted).toBe(true)
    expect(pidFile(dir).pid).toBe(pid)
    await server.stop()
    expect(isRunning(pid)).toBe(false)
  })

  it('recovers what was committed when the server itself was killed', async () => {
    const dir = aFolder()
    const first = await start(dir, true)
    await ask(first, 'create table perfume as select 7 as price')
    process.kill(pidFile(dir).pid, 'SIGKILL')
    const second = await start(dir, true)
    expect(second.adopted).toBe(false)
    expect(await ask(second, 'select price from perfume')).toEqual([{ price: 7 }])
  })

  it('starts where a power cut left the lock file empty', async () => {
    const dir = aFolder()
    const first = await start(dir)
    await ask(first, 'create table perfume as select 7 as price')
    await first.stop()
    writeFileSync(path.join(dir, 'data', 'postmaster.pid'), '')
    expect(await ask(await start(dir), 'select price from perfume')).toEqual([{ price: 7 }])
  })

  it('keeps the logs of the four starts before, which say why a server died', async () => {
    const dir = aFolder()
    for (let count = 0; count < 6; count++) {
      await (await start(dir)).stop()
      appendFileSync(path.join(dir, 'postgres.log'), `of start ${count}`)
    }
    const logs = readdirSync(dir).filter((name) => name.startsWith('postgres.log'))
    const ofStart = logs.map((name) => /of start (\d)/.exec(readFileSync(path.join(dir, name), 'utf8'))?.[1])
    expect(logs).toEqual(['postgres.log', ...[1, 2, 3, 4].map((age) => `postgres.log.${age}`)])
    expect(ofStart).toEqual(['5', '4', '3', '2', '1'])
  })

  it('starts again at the same address when it is killed, and stops when asked', async () => {
    const dir = aFolder()
    const server = await start(dir, true)
    await ask(server, 'create table perfume as select 7 as price')
    const messages: string[] = []
    const { promise: lost, reject: onLost } = Promise.withResolvers<never>()
    lost.catch(() => undefined)
    server.watch({ onStatus: (text) => messages.push(text), onLost, pausesMs: [10, 2_000, 8_000] })
    const url = server.url('postgres')
    const { pid } = pidFile(dir)
    process.kill(pid, 'SIGKILL')
    await Promise.race([lost, expect.poll(() => messages.at(-1), { timeout: 30_000 }).toMatch(/runs again/)])
    expect(server.url('postgres')).toBe(url)
    expect(await ask(server, 'select price from perfume')).toEqual([{ price: 7 }])
    const second = pidFile(dir).pid
    expect(second).not.toBe(pid)
    await server.stop()
    expect(isRunning(second)).toBe(false)
    expect(messages[0]).toMatch(/has died/)
  })

  it('is started by one of those who watch it, for all of them', async () => {
    const dir = aFolder()
    const servers = [await start(dir, true), await start(dir, true)]
    const messages: string[] = []
    for (const server of servers)
      server.watch({ onStatus: (text) => messages.push(text), onLost: (reason) => messages.push(reason.message) })
    process.kill(pidFile(dir).pid, 'SIGKILL')
    await expect.poll(() => messages.filter((text) => text.includes('runs again')).length, { timeout: 30_000 }).toBe(2)
    for (const server of servers) expect(await ask(server, 'select 1 as alive')).toEqual([{ alive: 1 }])
  })

  it('is stopped by the last who leaves, also where somebody else has started it again', async () => {
    const dir = aFolder()
    const [one, other] = [await start(dir, true), await start(dir, true)]
    const messages: string[] = []
    one.watch({ onStatus: (text) => messages.push(text), onLost: (reason) => messages.push(reason.message) })
    process.kill(pidFile(dir).pid, 'SIGKILL')
    await expect.poll(() => messages.at(-1), { timeout: 30_000 }).toMatch(/runs again/)
    const second = pidFile(dir).pid
    await one.stop()
    expect(isRunning(second)).toBe(true)
    await other.stop()
    expect(isRunning(second)).toBe(false)
  })

  it('is stopped also where somebody else shuts it down, which its clients keep from its end', async () => {
    const dir = aFolder()
    const server = await start(dir)
    const { pid } = pidFile(dir)
    const client = newClient(server.url('postgres'))
    client.on('error', () => undefined)
    await client.connect()
    process.kill(pid, 'SIGTERM')
    await expect.poll(() => readFileSync(path.join(dir, 'data', 'postmaster.pid'), 'utf8')).toMatch(/^stopping/m)
    await server.stop()
    expect(isRunning(pid)).toBe(false)
    await client.end().catch(() => undefined)
  })

  it('is stopped by who leaves while somebody starts it, however long that takes', async () => {
    const dir = aFolder()
    const server = await start(dir)
    const { pid } = pidFile(dir)
    const starting = await holdAlone(path.join(dir, 'starting.lock'))
    const clock = performance.now.bind(performance)
    const stopped = server.stop().then(() => 'stopped')
    const laterClock = vi.spyOn(performance, 'now').mockImplementation(() => clock() + 5 * 60_000)
    try {
      expect(await Promise.race([stopped, sleep(200, 'waits')])).toBe('waits')
    } finally {
      laterClock.mockRestore()
      starting.release()
    }
    expect(await stopped).toBe('stopped')
    expect(isRunning(pid)).toBe(false)
  })

  it('is given up after three attempts, with a clear message', async () => {
    const dir = aFolder()
    const server = await start(dir, true)
    const messages: string[] = []
    const { promise, resolve } = Promise.withResolvers<Error>()
    server.watch({ onStatus: (text) => messages.push(text), onLost: resolve, pausesMs: [10, 20, 30] })
    writeFileSync(path.join(dir, 'data', 'PG_VERSION'), '9\n')
    process.kill(pidFile(dir).pid, 'SIGKILL')
    expect((await promise).message).toMatch(/does not stay up/)
    expect(messages.filter((text) => text.includes('did not start'))).toHaveLength(3)
  })

  it('is shared by all who start it at once, and runs until the last of them stops', async () => {
    const dir = path.join(workshop, 'shared')
    const servers = await Promise.all([start(dir), start(dir), startInAnApp(dir)])
    const [one, other, app] = servers
    expect([one, other].filter((server) => !server.adopted).length).toBeLessThanOrEqual(1)
    const { pid } = pidFile(dir)
    await one.stop()
    await one.stop()
    await other.stop()
    expect(isRunning(pid)).toBe(true)
    await leave(app)
    expect(isRunning(pid)).toBe(false)
  })

  it('starts afresh when the first start was cut off in the middle', async () => {
    const dir = path.join(workshop, 'cut-off')
    mkdirSync(path.join(dir, 'data.draft'), { recursive: true })
    writeFileSync(path.join(dir, 'data.draft', 'PG_VERSION'), '18\n')
    writeFileSync(path.join(dir, 'password'), 'from the first start')
    expect(await ask(await start(dir), 'select 1 as alive')).toEqual([{ alive: 1 }])
  })

  it('is not put off by a lock file whose process number now belongs to another program', async () => {
    const dir = aFolder()
    const server = await start(dir)
    const left = readFileSync(path.join(dir, 'data', 'postmaster.pid'), 'utf8')
    await server.stop()
    const stranger = spawn('sleep', ['60'], { ...serverUser() })
    const renumbered = left.replace(/^\d+/, String(stranger.pid)).replace(/ready\s*$/, 'starting\n')
    writeFileSync(path.join(dir, 'data', 'postmaster.pid'), renumbered)
    expect(await ask(await start(dir), 'select 1 as alive')).toEqual([{ alive: 1 }])
    stranger.kill()
  })

  it('reports the log of a server that does not start', async () => {
    const dir = aFolder()
    writeFileSync(path.join(dir, 'data', 'PG_VERSION'), '9\n')
    await expect(start(dir)).rejects.toThrow(/did not start[\s\S]*initialized by PostgreSQL version 9/)
  })

  it('says how to move to another major version, and leaves the data of the earlier one as it is', async () => {
    const dir = aFolder()
    writeFileSync(path.join(dir, 'data', 'PG_VERSION'), '17\n')
    await expect(start(dir)).rejects.toThrow(
      `The data in ${dir} is of another version of PostgreSQL, and nothing of it was changed. Bring back the version of the shop`,
    )
    writeFileSync(path.join(dir, 'data', 'PG_VERSION'), '18\n')
    expect(await ask(await start(dir), 'select 1 as alive')).toEqual([{ alive: 1 }])
  })

  it('does not see the secrets of the shop', async () => {
    const dir = aFolder()
    await startInAnApp(dir, { STRIPE_SECRET_KEY: 'sk_for_the_app_alone' })
    const shown = execFileSync('cat', [`/proc/${pidFile(dir).pid}/environ`], { ...serverUser(), encoding: 'utf8' })
    expect(shown).toContain('LC_ALL=C')
    expect(shown).not.toContain('sk_for_the_app_alone')
  })

  it.runIf(process.getuid?.() === 0)('keeps its data in /var/lib where nobody cannot reach the folder', async () => {
    const dir = path.join(workshop, 'private', 'data')
    mkdirSync(path.dirname(dir), { mode: 0o700 })
    const home = homeOf(dir)
    try {
      const server = await start(dir)
      expect(await ask(server, 'show data_directory')).toEqual([{ data_directory: `${home}/data` }])
      await server.stop()
      expect(existsSync(dir)).toBe(false)
    } finally {
      rmSync(home, { recursive: true, force: true })
    }
  })

  it.runIf(process.getuid?.() === 0)(
    'opens no empty shop where its folder was moved, and says how to move on',
    async () => {
      const [dir, moved] = [path.join(workshop, 'here', 'data'), path.join(workshop, 'there', 'data')]
      mkdirSync(path.dirname(dir), { mode: 0o700 })
      try {
        const server = await start(dir)
        await ask(server, 'create table perfume as select 7 as price')
        await server.stop()
        renameSync(path.dirname(dir), path.dirname(moved))
        const { message } = (await start(moved).catch((error: Error) => error)) as Error
        expect(message).toContain(`The database of this shop lies in ${homeOf(dir)}`)
        expect(existsSync(homeOf(moved))).toBe(false)
        const [, command = ''] = /run as root: (.+)/.exec(message) ?? []
        execFileSync('sh', ['-c', command])
        expect(await ask(await start(moved), 'select price from perfume')).toEqual([{ price: 7 }])
        expect(readFileSync(`${moved}.place`, 'utf8').trim()).toBe(homeOf(moved))
      } finally {
        for (const server of started.splice(0)) await server.stop()
        for (const each of [dir, moved]) rmSync(homeOf(each), { recursive: true, force: true })
      }
    },
  )

  it.runIf(process.getuid?.() === 0)(
    'opens no empty shop beside that of a user whose folder is closed to others',
    async () => {
      const home = path.join(workshop, 'home')
      const dir = path.join(home, 'data')
      mkdirSync(home)
      execFileSync('cp', ['-a', made, dir])
      chmodSync(home, 0o700)
      await expect(start(dir)).rejects.toThrow(`The database of this shop lies in ${dir}, where another user`)
      expect(existsSync(homeOf(dir))).toBe(false)
      chmodSync(home, 0o755)
      expect(await ask(await start(dir), 'select 1 as alive')).toEqual([{ alive: 1 }])
    },
  )
})

/** Where the data of a folder lies that `nobody` cannot reach. */
const homeOf = (dir: string) =>
  `/var/lib/marashi-postgres-${createHash('sha256').update(dir).digest('hex').slice(0, 10)}`

/** A folder in which a server has been, without the seconds it takes to make one. */
function aFolder(): string {
  const dir = mkdtempSync(path.join(workshop, 'folder-'))
  execFileSync('cp', ['-a', `${made}/.`, dir])
  chmodSync(dir, 0o755)
  return dir
}

async function start(dir: string, durable = false): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dir, durable })
  started.push(server)
  return server
}

/** Starts the server from a process of its own, which stops it when its input ends. */
async function startInAnApp(dir: string, env: NodeJS.ProcessEnv = {}): Promise<ChildProcess> {
  const app = spawn(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { startEmbeddedPostgres } from ${JSON.stringify(new URL('./embedded.ts', import.meta.url).href)}
       const server = await startEmbeddedPostgres({ dir: ${JSON.stringify(dir)}, durable: false })
       console.log('started')
       process.stdin.on('end', () => server.stop()).resume()`,
    ],
    { env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'inherit'] },
  )
  apps.push(app)
  await once(app.stdout, 'data')
  return app
}

/** Lets the app stop its server and end; one that was killed has ended already. */
async function leave(app: ChildProcess): Promise<void> {
  if (app.exitCode !== null || app.signalCode !== null) return
  app.stdin?.end()
  await once(app, 'exit')
}

async function ask(server: EmbeddedPostgres, statement: string): Promise<unknown[]> {
  const client = newClient(server.url('postgres'))
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

function pidFile(dir: string) {
  const written = readPidFile(path.join(dir, 'data'))
  if (!written) throw new Error(`No server has started in ${dir}`)
  return written
}

function isRunning(pid: number): boolean {
  return existsSync(`/proc/${pid}`) && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
}
