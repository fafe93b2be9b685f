import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectionOptions } from '../connection.ts'
import { freePort } from '../launch.ts'
import { serverUser } from '../server-user.ts'

export interface PgBouncer extends AsyncDisposable {
  /** The database's address through the pooler. */
  url: string
}

export const hasPgBouncer = (): boolean => spawnSync('pgbouncer', ['--version']).status === 0

const START_MS = 10_000

/** Starts PgBouncer in transaction mode before the database at `databaseUrl`. Dispose of it at the end; nothing stays. */
export async function startPgBouncer(databaseUrl: string): Promise<PgBouncer> {
  const { host, port, user, password, database } = connectionOptions(databaseUrl)
  const folder = mkdtempSync(path.join(os.tmpdir(), 'marashi-pgbouncer-'))
  chmodSync(folder, 0o755)
  const file = path.join(folder, 'pgbouncer.ini')
  const listenPort = await freePort()
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: listenPort,
    unix_socket_dir: '',
    auth_type: 'any',
    pool_mode: 'transaction',
    default_pool_size: 6,
    max_client_conn: 200,
    // It refuses to run as root.
    ...(serverUser() && { user: 'nobody' }),
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`)
  const target = `host=${host} port=${port} dbname=${database} user=${user} password=${password}`
  writeFileSync(file, `[databases]\n${database} = ${target}\n[pgbouncer]\n${lines.join('\n')}\n`)
  const child = spawn('pgbouncer', [file], { stdio: ['ignore', 'ignore', 'pipe'] })
  let log = ''
  child.stderr.on('data', (text) => (log += text))
  for (let waitedMs = 0; !(await answers(listenPort)); waitedMs += 50) {
    if (child.exitCode !== null || waitedMs > START_MS) throw new Error(`PgBouncer does not run:\n${log}`)
    await sleep(50)
  }
  return {
    url: `postgresql://${user}@127.0.0.1:${listenPort}/${database}`,
    async [Symbol.asyncDispose]() {
      const exited = once(child, 'exit')
      child.kill('SIGINT')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.end())
  })
