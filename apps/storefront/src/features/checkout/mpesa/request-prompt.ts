import { type Failure, failureOf } from '@marashi/api-client/failure'

/** The browser gives up a request for a prompt after this time. See docs/behaviour.md#m-pesa-messages. */
const answerTimeoutMs = 30_000

export type PromptResult = { isTaken: true } | { isTaken: false; failure: Failure | 'aborted' }

/** Sends a request for a prompt and returns how it went; never throws. */
export async function requestPrompt(
  send: (options: { signal: AbortSignal }) => Promise<unknown>,
): Promise<PromptResult> {
  const signal = AbortSignal.timeout(answerTimeoutMs)
  try {
    await send({ signal })
    return { isTaken: true }
  } catch (error) {
    return { isTaken: false, failure: signal.aborted ? 'aborted' : failureOf(error) }
  }
}
