import { type ChildProcess, execFileSync, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { newClient } from '../connection.ts'
import { freePort } from '../launch.ts'
import { serverUser } from '../server-user.ts'

/** A server that replays what its primary writes, and only answers reads. */
export interface TestStandby extends AsyncDisposable {
  url(database: string): string
  /** Goes on receiving, and shows nothing of it until `resume`. */
  pause(): Promise<void>
  resume(): Promise<void>
  /** Ends it at once. */
  kill(): Promise<void>
  start(): Promise<void>
}

interface Primary {
  /** Holds its Unix socket. */
  folder: string
  data: string
  port: number
  owner: string
  password: string
  postgres: string
  run: SpawnOptions
}

const startMs = 60_000

/** Copies a running server with PostgreSQL's backup functions, because npm's build brings no pg_basebackup. */
export async function startStandby(primary: Primary): Promise<TestStandby> {
  const { owner, password, run } = primary
  const user = serverUser()
  const folder = mkdtempSync(path.join(os.tmpdir(), 'marashi-standby-'))
  chmodSync(folder, 0o755)
  if (user) chownSync(folder, user.uid, user.gid)
  const data = path.join(folder, 'data')
  const port = await freePort()
  const socketUrl = (of: { folder: string; port: number }, database: string) =>
    `postgresql://${owner}:${password}@/${database}?${new URLSearchParams({ host: of.folder, port: `${of.port}` })}`
  const own = { folder, port }
  await copyData(socketUrl(primary, 'postgres'), primary.data, data)
  const flags = Object.entries({
    listen_addresses: '',
    port,
    unix_socket_directories: folder,
    hba_file: path.join(primary.folder, 'access.conf'),
    primary_conninfo: `host=${primary.folder} port=${primary.port} user=${owner} password=${password}`,
    timezone: 'UTC',
    fsync: 'off',
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const ask = async (sql: string) => {
    const client = newClient(socketUrl(own, 'postgres'))
    await client.connect()
    try {
      return (await client.query(sql)).rows
    } finally {
      await client.end()
    }
  }
  let child: ChildProcess
  const start = async () => {
    child = spawn(primary.postgres, ['-D', data, ...flags], { ...run, stdio: ['ignore', 'ignore', 'pipe'] })
    let output = ''
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    for (const deadline = performance.now() + startMs; ; await sleep(20)) {
      if (await ask('select 1').catch(() => undefined)) return
      if (child.exitCode !== null || performance.now() > deadline) {
        throw new Error(`The standby did not start:\n${output}`)
      }
    }
  }
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
  }
  await start()
  return {
    url: (database) => socketUrl(own, database),
    pause: async () => void (await ask('select pg_wal_replay_pause()')),
    resume: async () => void (await ask('select pg_wal_replay_resume()')),
    kill: () => end('SIGQUIT'),
    start,
    async [Symbol.asyncDispose]() {
      await end('SIGQUIT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function copyData(primaryUrl: string, from: string, to: string): Promise<void> {
  const user = serverUser()
  const write = (name: string, text: string) => {
    const file = path.join(to, name)
    writeFileSync(file, text, { mode: 0o600 })
    if (user) chownSync(file, user.uid, user.gid)
  }
  const client = newClient(primaryUrl)
  await client.connect()
  try {
    await client.query(`select pg_backup_start('standby', true)`)
    execFileSync('cp', ['-a', from, to])
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    write('backup_label', rows[0]?.labelfile ?? '')
    write('standby.signal', '')
  } finally {
    await client.end()
  }
  for (const name of readdirSync(path.join(to, 'pg_wal'))) {
    if (/^[0-9A-F]{24}$/.test(name)) rmSync(path.join(to, 'pg_wal', name))
  }
  for (const name of ['postmaster.pid', 'postmaster.opts']) rmSync(path.join(to, name), { force: true })
}
