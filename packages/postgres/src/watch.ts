import { setTimeout as sleep } from 'node:timers/promises'
import { isRunning, type Postmaster } from './postmaster.ts'

const CHECK_EVERY_MS = 250
const PAUSES_MS = [500, 2_000, 8_000]
/** A server that lived this long has recovered: the next death is counted from zero. */
const RECOVERED_AFTER_MS = 60_000

export interface Watch {
  /** Receives one message for each change: the server died, it runs again, a start failed. */
  onStatus(message: string): void
  /** The server died and could not be started three times in a row: whoever needs it should end. */
  onLost(reason: Error): void
  /** Before each of the three attempts; for tests. */
  pausesMs?: readonly number[]
}

/**
 * Checks that the server lives and calls `restart` when it does not: three times with growing pauses, deaths soon after
 * a start counted. Returns how to stop watching.
 */
export function watchPostmaster(
  server: Postmaster,
  { onStatus, onLost, pausesMs = PAUSES_MS, restart }: Watch & { restart: () => Promise<Postmaster> },
): () => void {
  let isStopped = false
  void watchUntilStopped(server)
  return () => {
    isStopped = true
  }

  async function watchUntilStopped(watched: Postmaster): Promise<void> {
    let failures = 0
    let current = watched
    while (!isStopped) {
      const diedAfterMs = await death(current)
      if (isStopped) return
      if (diedAfterMs > RECOVERED_AFTER_MS) failures = 0
      onStatus('The embedded PostgreSQL has died. It is started again; what was committed is safe.')
      const next = await restarted()
      if (!next) return
      current = next
      onStatus('The embedded PostgreSQL runs again.')
    }

    async function restarted(): Promise<Postmaster | undefined> {
      for (let reason: unknown; !isStopped; ) {
        if (failures >= pausesMs.length) {
          onLost(new Error('The embedded PostgreSQL has died and does not stay up.', { cause: reason }))
          return undefined
        }
        await sleep(pausesMs[failures++], undefined, { ref: false })
        try {
          if (!isStopped) return await restart()
        } catch (error) {
          reason = error
          onStatus(error instanceof Error ? error.message : String(error))
        }
      }
      return undefined
    }
  }

  /** Resolves when the process is gone, or watching has stopped, with how long it was watched. */
  async function death({ pid }: Postmaster): Promise<number> {
    const since = performance.now()
    while (!isStopped && isRunning(pid)) await sleep(CHECK_EVERY_MS, undefined, { ref: false })
    return performance.now() - since
  }
}
