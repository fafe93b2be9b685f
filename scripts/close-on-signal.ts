import type { Reporter, Vitest } from 'vitest/node'

/** Longer than the slowest start, which has to end before it can be undone. */
const patienceMs = 120_000

/**
 * Ends a stopped test run as a finished one ends: the databases, the shop and the browser it started are stopped.
 * Vitest itself leaves at the first signal, and leaves them running.
 */
export default class CloseOnSignal implements Reporter {
  onInit(vitest: Vitest): void {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.removeAllListeners(signal)
      process.on(signal, () => void close(vitest))
    }
  }
}

async function close(vitest: Vitest): Promise<void> {
  process.exitCode = 1
  setTimeout(() => process.exit(), patienceMs).unref()
  await vitest.cancelCurrentRun('keyboard-input')
  await vitest.close()
  process.exit()
}
