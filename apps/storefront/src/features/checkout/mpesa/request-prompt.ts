import { type Failure, failureOf } from '@marashi/api-client/failure'

/** Specification §9: a request for a prompt is given up after 30 s. */
const answerTimeoutMs = 30_000

export type Asked = { isTaken: true } | { isTaken: false; failure: Failure | 'aborted' }

/** Sends a request for a prompt and answers how it went; never throws. */
export async function askMpesa(send: (options: { signal: AbortSignal }) => Promise<unknown>): Promise<Asked> {
  const signal = AbortSignal.timeout(answerTimeoutMs)
  try {
    await send({ signal })
    return { isTaken: true }
  } catch (error) {
    return { isTaken: false, failure: signal.aborted ? 'aborted' : failureOf(error) }
  }
}
