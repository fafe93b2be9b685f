import { type Failure, failureOf } from '@marashi/api-client/failure'

/** Cards rarely stay in processing; the shop asks for 2 s between two requests. */
const pauseMs = 2_000
const giveUpAfterMs = 30_000
/** What the last request has, where the shop itself let the page wait for long. */
const leastAnswerMs = 10_000

/**
 * Asks the shop about a card payment until its answer is certain, for half a minute however long each answer takes. Who is
 * told that it asks too often waits as long as the shop says, and asks once more. `mayChange` says of which failures another
 * answer may follow; the last one is returned.
 */
export async function askUntilCertain<Answer>(
  ask: (options: { signal: AbortSignal }) => Promise<Answer>,
  mayChange: (failure: Failure) => boolean,
): Promise<{ answer: Answer } | { failure: Failure }> {
  const giveUpAt = Date.now() + giveUpAfterMs
  for (;;) {
    try {
      return { answer: await within(Math.max(giveUpAt - Date.now(), leastAnswerMs), ask) }
    } catch (error) {
      const failure = failureOf(error)
      const isTooOften = failure.status === 429
      if (Date.now() >= giveUpAt || !(isTooOften || mayChange(failure))) return { failure }
      await pause(isTooOften ? (failure.retryAfterSeconds ?? 0) * 1_000 || pauseMs : pauseMs)
    }
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

async function within<Answer>(ms: number, ask: (options: { signal: AbortSignal }) => Promise<Answer>): Promise<Answer> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), ms)
  try {
    return await ask({ signal: controller.signal })
  } finally {
    clearTimeout(timer)
  }
}
