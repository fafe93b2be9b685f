import { setTimeout as pause } from 'node:timers/promises'
import { databaseTrouble } from './database-failure.ts'

/** Longer together than PostgreSQL takes to start again, and shorter than JOBS_END_WITHIN_MS. */
const PAUSES_MS = [250, 1_000, 2_000, 4_000]

/**
 * Writes down what was done outside of the database and cannot be taken back, such as an e-mail that was sent or a prompt that a provider
 * has accepted: where the database is away or busy it is asked again for seven seconds, because what it does not know is done again, waits
 * until its claim lapses, or is never found again. Who waits for an answer gives the `performance.now()` after which no other try begins.
 * Throws what the last try threw.
 */
export async function recordDone(write: () => Promise<unknown>, { lastTryAt = Infinity } = {}): Promise<void> {
  for (const pauseMs of PAUSES_MS) {
    try {
      return void (await write())
    } catch (error) {
      if (!databaseTrouble(error) || performance.now() + pauseMs > lastTryAt) throw error
      await pause(pauseMs)
    }
  }
  await write()
}
