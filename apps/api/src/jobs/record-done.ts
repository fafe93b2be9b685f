import { setTimeout as pause } from 'node:timers/promises'
import { databaseTrouble } from '../db/database-failure.ts'

/** Longer together than PostgreSQL takes to start again, and shorter than the shop waits for its jobs when it is stopped. */
const PAUSES_MS = [250, 1_000, 3_000, 8_000]

/**
 * Writes down what was done outside of the database and cannot be taken back, such as an e-mail that was sent: where the database is away
 * or busy it is asked again for twelve seconds, because what it does not know is done again. Throws what the last try threw.
 */
export async function recordDone(write: () => Promise<unknown>): Promise<void> {
  for (const pauseMs of PAUSES_MS) {
    try {
      return void (await write())
    } catch (error) {
      if (!databaseTrouble(error)) throw error
      await pause(pauseMs)
    }
  }
  await write()
}
