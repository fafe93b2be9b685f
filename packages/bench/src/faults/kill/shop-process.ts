import { spawn } from 'node:child_process'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { FaultPoint } from '@marashi/api/fault-points'
import { memoryMiB, peakMemoryMiB, stopProcess, whenReady } from '../../environment/children.ts'
import type { Fixture } from '../fixture.ts'

const wholeShop = fileURLToPath(new URL('../../../../../apps/api/src/main.ts', import.meta.url))
const apiOnly = fileURLToPath(new URL('shop.main.ts', import.meta.url))
const PATIENCE_MS = 60_000

/** The shop in a process of its own, which can be killed. */
export interface ShopProcess {
  /** Resolves when the process is gone, whoever ended it. */
  ended: Promise<void>
  isAlive(): boolean
  /** Ends it as a power cut would. */
  kill(): void
  /** Asks it to end. */
  stop(): Promise<void>
  /** The most memory it ever held, in MiB; undefined where the system does not tell. */
  peakMemoryMiB(): number | undefined
  /** The memory it holds now, in MiB; undefined where the system does not tell. */
  memoryMiB(): number | undefined
}

/** Starts the shop of `fixture` as its owner would, and waits until it is ready. */
export const startWholeShop = (fixture: Fixture, nodeOptions: string[] = []): Promise<ShopProcess> =>
  startProcess(fixture, { main: wholeShop, nodeOptions })

/** Starts it without its pages, to be killed: armed with a fault point if one is given. It may have ended by then, or not be ready yet. */
export const startShopToKill = (fixture: Fixture, armed?: FaultPoint): Promise<ShopProcess> =>
  startProcess(fixture, { main: apiOnly, armed })

interface Program {
  main: string
  nodeOptions?: string[]
  armed?: FaultPoint | undefined
}

async function startProcess(fixture: Fixture, { main, nodeOptions = [], armed }: Program): Promise<ShopProcess> {
  const child = spawn(process.execPath, [...nodeOptions, main], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      // The shop is started hundreds of times: the cache saves compiling it each time.
      NODE_COMPILE_CACHE: path.join(os.tmpdir(), 'marashi-faults-compiled'),
      ...fixture.settings,
      FAULT_POINT: armed ?? '',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const last: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      fixture.recorder.recordLogLine(line)
      last.push(line)
      if (last.length > 20) last.shift()
    })
  }
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const isAlive = () => child.exitCode === null && child.signalCode === null
  try {
    await whenReady(child, `${fixture.origin}/healthz`, PATIENCE_MS)
  } catch (cause) {
    // One that is to be killed may be killed before it is ready: a run of hours must not end on a slow minute.
    const isToBeKilled = main === apiOnly && (child.signalCode === 'SIGKILL' || isAlive())
    if (!isToBeKilled) {
      await stopProcess(child)
      throw new Error(`The shop did not start. Its last log lines:\n${last.join('\n')}`, { cause })
    }
  }
  return {
    ended,
    isAlive,
    kill: () => child.kill('SIGKILL'),
    stop: () => stopProcess(child),
    peakMemoryMiB: () => peakMemoryMiB(child.pid as number),
    memoryMiB: () => memoryMiB(child.pid as number),
  }
}
