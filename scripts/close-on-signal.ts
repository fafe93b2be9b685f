import type { Reporter, Vitest } from 'vitest/node'

/** What has not ended by then is left to the next run, which takes over its servers. */
const patienceMs = 30_000

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
  // Before the first test there is no run to cancel yet, and it would begin all the same.
  setInterval(() => void vitest.cancelCurrentRun('keyboard-input'), 250)
  await vitest.close()
  process.exit()
}
