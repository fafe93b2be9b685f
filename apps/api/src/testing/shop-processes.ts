import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '@marashi/postgres/launch'
import { smallMemory } from '../../../../scripts/small-memory.mjs'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))
const START_MS = 60_000
const SHEDDING_MS = 30_000

/** One process of the shop, as `npm start` runs it. */
export interface ShopProcess {
  /** Of the process that runs now. */
  readonly pid: number
  port: number
  /** Asks it to end, waits until it has, and starts it again on its port. */
  restart(): Promise<void>
  kill(): Promise<void>
}

/** Starts `count` processes of the shop on one database. Dispose of them at the end. */
export async function startShopProcesses(count: number, databaseUrl: string, settings: Record<string, string> = {}) {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'marashi-processes-'))
  const running = new Map<number, ChildProcess>()

  async function start(port: number): Promise<void> {
    const { PATH, HOME } = process.env
    const child = spawn(process.execPath, [...smallMemory.flags, main], {
      env: {
        ...smallMemory.env,
        PATH,
        HOME,
        PORT: String(port),
        PUBLIC_URL: 'http://shop.test',
        DATABASE_URL: databaseUrl,
        DATA_DIR: dataDir,
        LOG_LEVEL: 'warn',
        ADMIN_PASSWORD: 'sandalwood at dawn',
        SEED: 'none',
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    running.set(port, child)
    let printed = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (printed += text))
    const deadline = Date.now() + START_MS
    while (!(await isReady(port))) {
      if (child.exitCode !== null || Date.now() > deadline) throw new Error(`The shop does not open:\n${printed}`)
      await wait(100)
    }
  }

  async function end(port: number, signal: NodeJS.Signals): Promise<void> {
    const child = running.get(port)
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
  }

  const ports = await Promise.all(Array.from({ length: count }, () => freePort()))
  for (const port of ports) await start(port)
  return {
    ports,
    processes: ports.map(
      (port): ShopProcess => ({
        get pid() {
          return running.get(port)?.pid ?? 0
        },
        port,
        restart: async () => {
          await end(port, 'SIGTERM')
          await start(port)
        },
        kill: () => end(port, 'SIGKILL'),
      }),
    ),
    async [Symbol.asyncDispose]() {
      await Promise.all(ports.map((port) => end(port, 'SIGTERM')))
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

const isReady = async (port: number): Promise<boolean> =>
  (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.ok ?? false

/**
 * Whether a process had too much to do for a request that it may refuse. A second in which a loaded machine gives it no turn
 * counts as an endless delay, and it then refuses every one: that says nothing about what a test is of.
 */
export const isShed = (status: number, body: string): boolean => status === 503 && body.includes('very busy')

/** What `ask` answers, asked again for half a minute while it is shed. Not for orders and callbacks, which never are. */
export async function untilServed(ask: () => Promise<Response>): Promise<Response> {
  for (const deadline = Date.now() + SHEDDING_MS; ; await wait(200)) {
    const answer = await ask()
    if (!isShed(answer.status, await answer.clone().text()) || Date.now() > deadline) return answer
  }
}
