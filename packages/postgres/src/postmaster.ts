import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { newClient } from './connection.ts'
import type { Place } from './data-folder.ts'

/**
 * How long a start may take. Recovery after a killed server replays its log first, up to a gigabyte of it. On a slow disk that
 * takes minutes, and whoever ends it lets it begin anew.
 */
export const START_PATIENCE_MS = 15 * 60_000

/** A server that begins writes its lock file as soon as it has made it. */
const FILLED_WITHIN_MS = 1_000

/** The server's first process, the one that starts and stops all others. */
export interface Postmaster {
  pid: number
  port: number
}

/**
 * The server that runs on this data folder now; undefined when none does. Waits for one that is still starting, or shuts down;
 * throws where it does neither in time.
 */
export async function findRunningPostmaster(place: Place): Promise<Postmaster | undefined> {
  for (const deadline = performance.now() + START_PATIENCE_MS; ; await sleep(50)) {
    const found = await look(place)
    if (!found || found.isAnswering) return found?.server
    if (performance.now() > deadline)
      throw new Error(
        `The PostgreSQL of ${place.home} neither answers nor ends: end process ${found.server.pid}, then start again.`,
      )
  }
}

/** The server to stop on this data folder: also one that starts or shuts down, which answers nobody. Undefined where none is known. */
export async function findPostmasterToStop(place: Place): Promise<Postmaster | undefined> {
  return (await look(place))?.server
}

async function look(place: Place): Promise<{ server: Postmaster; isAnswering: boolean } | undefined> {
  const written = readPidFile(place.data)
  if (!written || !(written.pid > 0) || !isAlive(written.pid)) return undefined
  const { pid, port, isReady } = written
  const isAnswering = await answers(place, port)
  // Ready and silent: the file is from before a crash, and its process id now belongs to somebody else.
  if (!isAnswering && (isReady || commandOf(pid) !== 'postgres')) return undefined
  return { server: { pid, port }, isAnswering }
}

/**
 * Makes the lock file of a server that was killed acceptable to the next one, which refuses to start while the process
 * it names seems alive. That happens for a moment after a kill, until the dead server is reaped, and after a crash of
 * the whole machine or container, when the same number names another process. It refuses for good where a power cut left
 * the file empty.
 */
export async function settleLeftPidFile({ data }: Place): Promise<void> {
  const begun = performance.now()
  for (; performance.now() < begun + 10_000; await sleep(20)) {
    const written = readPidFile(data)
    if (!written) return
    if (!(written.pid > 0)) {
      if (performance.now() < begun + FILLED_WITHIN_MS) continue
      return disownPidFile(data)
    }
    if (!isAlive(written.pid)) return
    const command = commandOf(written.pid)
    if (command !== undefined && command !== 'postgres') return disownPidFile(data)
  }
}

/** Shuts the server down, ending its connections, and waits until it is gone. */
export async function stopPostmaster(place: Place, { pid }: Postmaster): Promise<void> {
  if (!isAlive(pid)) return
  if (process.platform === 'win32') {
    await promisify(execFile)(place.binaries.pgCtl, ['stop', '-D', place.data, '-m', 'fast'])
    return
  }
  process.kill(pid, 'SIGINT')
  for (const deadline = performance.now() + 30_000; isRunning(pid); await sleep(5)) {
    if (performance.now() < deadline) continue
    // Like a power cut, which it recovers from at the next start.
    process.kill(pid, 'SIGQUIT')
    return
  }
}

/** The contents of postmaster.pid in the data folder, as far as they are written; undefined without such a file. */
export function readPidFile(data: string): { isReady: boolean; pid: number; port: number } | undefined {
  try {
    const lines = readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), port: Number(lines[3]), isReady: lines[7]?.trim() === 'ready' }
  } catch {
    return undefined
  }
}

/**
 * PostgreSQL takes a lock file that names its own parent for a left one, and then still checks whether processes of the
 * killed server use its memory. Deleting the file would skip that check and risk the data.
 */
function disownPidFile(data: string): void {
  const file = path.join(data, 'postmaster.pid')
  const [, ...rest] = readFileSync(file, 'utf8').split('\n')
  writeFileSync(file, [process.pid, ...rest].join('\n'))
}

async function answers(place: Place, port: number): Promise<boolean> {
  if (!(port > 0)) return false
  const client = newClient(place.url(port, 'postgres'), { connectionTimeoutMillis: 5000 })
  try {
    await client.connect()
    const { rows } = await client.query<{ data_directory: string }>('show data_directory')
    return rows[0]?.data_directory === place.data
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

/** Whether the process lives; one that is dead and not yet reaped does not. */
export const isRunning = (pid: number): boolean => isAlive(pid) && !isZombie(pid)

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** The name of a live process's program; undefined where the system does not tell, or it is dead and not yet reaped. */
function commandOf(pid: number): string | undefined {
  if (isZombie(pid)) return undefined
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
  } catch {
    return undefined
  }
}

function isZombie(pid: number): boolean {
  try {
    return /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
