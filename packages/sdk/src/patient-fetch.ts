import { NoAnswerError } from './no-answer-error.ts'
import { pausesOf } from './pauses.ts'
import { type Fetch, sendOnce } from './send-once.ts'
import { noteSentKey } from './sent-keys.ts'
import { otherAddressOf, stayAtShop } from './stay-at-shop.ts'
import { WrongAddressError } from './wrong-address-error.ts'

export interface Patience {
  tries: number
  /** For each try; a form with a file gets twice as long, so that the shop, which waits a minute for it, can say so. */
  timeoutMs: number
  /** Whether the caller reads the body of the answer as it comes. */
  isStreamed: (request: Request) => boolean
}

/**
 * Sends what is safe to send again up to `tries` times, with growing pauses or those that the shop asks for, and waits for a request
 * that is running already. Every write gets an `Idempotency-Key` unless it has one. Throws NoAnswerError, WrongAddressError where the
 * shop is at another origin, and the reason of the caller's signal where it aborts.
 */
export const patientFetch =
  (fetch: Fetch, { tries, timeoutMs, isStreamed }: Patience): Fetch =>
  async (request) => {
    const key = keyFor(request)
    const pauseAfter = pausesOf(request, tries)
    const once = { timeoutMs: isUpload(request) ? timeoutMs * 2 : timeoutMs, isStreamed: isStreamed(request) }
    for (;;) {
      request.signal.throwIfAborted()
      let problem: unknown
      const answer = await sendOnce(stayAtShop(fetch), request, once).catch((reason: unknown) => {
        request.signal.throwIfAborted()
        problem = reason
        return undefined
      })
      const pauseMs = await pauseAfter(answer)
      if (pauseMs !== undefined) {
        await pause(pauseMs, request.signal)
        continue
      }
      if (!answer) throw new NoAnswerError(problem, key)
      const elsewhere = otherAddressOf(answer, request)
      if (elsewhere) throw new WrongAddressError(elsewhere.url)
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

const isUpload = ({ headers }: Request): boolean => headers.get('content-type')?.startsWith('multipart/') === true

/** Ends at once where the signal aborts. */
const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) return resolve()
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
