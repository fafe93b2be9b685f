import { NoAnswerError } from './no-answer-error.ts'
import { pausesOf } from './pauses.ts'
import { noteSentKey } from './sent-keys.ts'

type Fetch = (request: Request) => Promise<Response>

/**
 * Sends what is safe to send again up to `tries` times, with growing pauses or those that the shop asks for, and waits for a request
 * that is running already. Every write gets an `Idempotency-Key` unless it has one. Throws NoAnswerError.
 */
export const patientFetch =
  (fetch: Fetch, tries: number): Fetch =>
  async (request) => {
    const key = keyFor(request)
    const pauseAfter = pausesOf(request, tries)
    for (;;) {
      let problem: unknown
      const answer = await fetch(request.clone()).catch((reason: unknown) => {
        if (request.signal.aborted) throw reason
        problem = reason
        return undefined
      })
      const pauseMs = await pauseAfter(answer)
      if (pauseMs !== undefined) {
        await new Promise((resolve) => setTimeout(resolve, pauseMs))
        continue
      }
      if (!answer) throw new NoAnswerError(problem, key)
      noteSentKey(answer, key)
      return answer
    }
  }

/** The request's Idempotency-Key, a new one for a write that has none; undefined for a read. */
function keyFor({ method, headers }: Request): string | undefined {
  const isWrite = method !== 'GET' && method !== 'HEAD'
  if (isWrite && !headers.has('Idempotency-Key')) headers.set('Idempotency-Key', crypto.randomUUID())
  return headers.get('Idempotency-Key') ?? undefined
}
