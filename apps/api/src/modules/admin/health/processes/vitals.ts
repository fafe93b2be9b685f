import { statfs } from 'node:fs/promises'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'
import type { PaymentMethod } from '@marashi/domain/contracts/payment-methods'
import type { ProviderRefusal } from '../../../payments/providers/provider.ts'

/** How one process does. */
export interface Vitals {
  memoryBytes: number
  /** What of the memory that it may take is taken, from 0 to 1. */
  memoryShare: number
  /** How late the event loop is: the 99th percentile, throughout the last minute. */
  loopMs: number
  /** How long the database takes to store one row, throughout the last minute; null where it was not asked yet. */
  databaseMs: number | null
  /** How many seconds the database's clock is ahead of the machine's. */
  clockSkewSeconds: number
  /** Whether it hears changes of the catalogue. */
  hearsChanges: boolean
  /** Of the disk with the data folder; null where it cannot be asked. */
  freeDiskBytes: number | null
  /** The payment methods that it asks nothing at present, because they failed again and again. */
  interrupted: string[]
  /** What payment providers refuse it at present; a process of an earlier version does not say. */
  refusals?: ReportedRefusal[]
  /** The recurring jobs that it runs; a process of an earlier version does not say. */
  jobs?: string[]
  /** How many migrations of the database it does not know; a process of an earlier version does not say. */
  unknownMigrations?: number
}

export interface ReportedRefusal extends Omit<ProviderRefusal, 'at'> {
  method: PaymentMethod
  /** As in `ProviderRefusal`; a process of an earlier version does not say. */
  at?: string
  /** Stands for the keys that were refused; a process of an earlier version does not say. */
  keys?: string
}

// Between two looks at the loop: that much of every delay is none.
const RESOLUTION_MS = 20
const NANOSECONDS_IN_MS = 1e6
/** Of a minute, one every 15 seconds. */
const VALUES_OF_A_MINUTE = 4

/** Measures the process itself; what it answers covers the time since the last question. */
export function measureProcess(dataDir: string) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  const loopMs = throughoutAMinute()
  return {
    async read(): Promise<Pick<Vitals, 'memoryBytes' | 'memoryShare' | 'loopMs' | 'freeDiskBytes'>> {
      const lag = Math.max(0, delay.percentile(99) / NANOSECONDS_IN_MS - RESOLUTION_MS)
      delay.reset()
      const { rss, heapUsed } = process.memoryUsage()
      const shares = [heapUsed / getHeapStatistics().heap_size_limit, rss / processLimit()]
      return {
        memoryBytes: rss,
        memoryShare: round(Math.max(...shares)),
        loopMs: round(loopMs(lag)),
        freeDiskBytes: await freeBytes(dataDir),
      }
    },
    stop: () => void delay.disable(),
  }
}

/** The least of the values of the last minute: a spike is none of it, what lasts is. */
export function throughoutAMinute(): (value: number) => number {
  const values: number[] = []
  return (value) => {
    values.push(value)
    if (values.length > VALUES_OF_A_MINUTE) values.shift()
    return Math.min(...values)
  }
}

/** What the container allows; endless without one. */
const processLimit = (): number => process.constrainedMemory() || Number.POSITIVE_INFINITY

async function freeBytes(dataDir: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(dataDir)
    return bavail * bsize
  } catch {
    return null
  }
}

const round = (value: number): number => Math.round(value * 1_000) / 1_000
