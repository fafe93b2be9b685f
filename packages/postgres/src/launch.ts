import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readFileSync, renameSync } from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Place } from './data-folder.ts'
import { type Postmaster, readPidFile, START_PATIENCE_MS } from './postmaster.ts'
import { serverEnvironment } from './server-environment.ts'

const OLDER_LOGS = 4

/**
 * Launches the server of `place` on `wantedPort`, or on a free port where that is taken or none is wanted, and waits
 * until it answers. The server gets a process group of its own, so that Ctrl-C in a terminal reaches the app alone,
 * which stops the server last.
 *
 * Throws with the server's log when it gives up, or is not ready within a quarter of an hour.
 */
export async function launchPostmaster(place: Place, wantedPort?: number): Promise<Postmaster> {
  const logFile = path.join(place.home, 'postgres.log')
  keepOlderLogs(logFile)
  const log = openSync(logFile, 'w', 0o600)
  const port = await freePort(wantedPort)
  const child = spawn(place.binaries.postgres, ['-D', place.data, ...settings(port, place.durable)], {
    ...place.user,
    cwd: '/',
    detached: process.platform !== 'win32',
    env: serverEnvironment,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  try {
    return await whenReady(child, place)
  } catch (cause) {
    child.kill('SIGQUIT')
    const lines = readFileSync(logFile, 'utf8').trim()
    throw new Error(`The embedded PostgreSQL did not start.${remedyOf(lines, place)} Its log:\n${lines}`, { cause })
  }
}

/** What the owner can do, where the server's log says why it does not start. */
function remedyOf(lines: string, { home }: Place): string {
  if (lines.includes('No space left on device')) return ' Its disk is full: free some space.'
  // PostgreSQL reads the data of its own major version alone.
  if (lines.includes('database files are incompatible with server'))
    return ` The data in ${home} is of another version of PostgreSQL, and nothing of it was changed. Bring back the version of the shop that served, stop that shop and run \`npm run backup\` there. Then rename ${home}, bring this version again, and run \`npm run restore -- latest\`.`
  return ''
}

/** `postgres.log.1` is of the start before. A server that dies is started three times: all that say why are kept. */
function keepOlderLogs(logFile: string): void {
  const names = [logFile, ...Array.from({ length: OLDER_LOGS }, (_, index) => `${logFile}.${index + 1}`)]
  for (let index = OLDER_LOGS; index > 0; index--) {
    const [newer = '', older = ''] = names.slice(index - 1)
    if (existsSync(newer)) renameSync(newer, older)
  }
}

function settings(port: number, durable: boolean): string[] {
  const values: Record<string, string | number> = {
    listen_addresses: '127.0.0.1',
    port,
    // No socket file: its path may be too long, or lie where the server's user may not write.
    unix_socket_directories: '',
    timezone: 'UTC',
    log_timezone: 'UTC',
    logging_collector: 'off',
    log_checkpoints: 'off',
    // A refused row would be logged with the shopper's data in it; the app gets the error in any case.
    log_min_messages: 'log',
    ...(durable ? {} : forTests),
  }
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/**
 * Nothing reaches the disk in time to survive a power cut; a test database is made in a quarter of the time. What PostgreSQL
 * believes of a table is what the test had analysed: an autovacuum that looks while ten thousand rows are being inserted
 * sees none of them, and a search of all of them is planned as one of an empty table.
 */
const forTests = {
  autovacuum: 'off',
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: 0,
}

/** A port of 127.0.0.1 that nobody listens on: `wanted`, unless it is taken. */
export async function freePort(wanted = 0): Promise<number> {
  const server = net.createServer()
  try {
    server.listen(wanted, '127.0.0.1')
    await once(server, 'listening')
  } catch (error) {
    if (wanted === 0) throw error
    return freePort()
  }
  const { port } = server.address() as net.AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function whenReady(child: ChildProcess, place: Place): Promise<Postmaster> {
  let ended: Error | undefined
  child.once('error', (error) => {
    ended = error
  })
  child.once('exit', (code, signal) => {
    ended = new Error(`postgres ended with ${signal ?? `code ${code}`}`)
  })
  for (const deadline = performance.now() + START_PATIENCE_MS; performance.now() < deadline; await sleep(5)) {
    if (ended) throw ended
    const written = readPidFile(place.data)
    if (written?.isReady && written.pid === child.pid) {
      child.unref()
      return { pid: written.pid, port: written.port }
    }
  }
  throw new Error(`postgres was not ready within ${START_PATIENCE_MS / 60_000} minutes`)
}
