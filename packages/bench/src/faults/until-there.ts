import { setTimeout as sleep } from 'node:timers/promises'

const FIRST_PAUSE_MS = 100
// Hundreds of clients may wait at once for a shop that is killed again and again.
const LAST_PAUSE_MS = 3_000

/** Asks `read` with growing pauses until it finds something; undefined when the client left before. */
export async function untilThere<Found>(
  leaves: AbortSignal,
  read: () => Promise<Found | undefined>,
): Promise<Found | undefined> {
  for (let pauseMs = FIRST_PAUSE_MS; !leaves.aborted; pauseMs = Math.min(pauseMs * 1.5, LAST_PAUSE_MS)) {
    const found = await read()
    if (found !== undefined) return found
    await sleep(pauseMs)
  }
  return undefined
}

/** Whether it is so within a time. */
export async function until(isSo: () => boolean, withinMs: number): Promise<boolean> {
  for (const deadline = Date.now() + withinMs; Date.now() < deadline; await sleep(10)) if (isSo()) return true
  return false
}
