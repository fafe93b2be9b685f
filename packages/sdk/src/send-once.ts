import { requestBehind } from './request-behind.ts'

export type Fetch = (request: Request) => Promise<Response>

/** Timers count in 31 bits: one of a longer time, such as Infinity, would end at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/**
 * Sends a request once. The answer comes with its whole body, so that one that is cut off is a lost answer too; with `isStreamed` its
 * body is left to the caller, unless the shop refused. Throws as `fetch`, the reason of the request's signal where it aborts, and a
 * TimeoutError where it takes longer than `timeoutMs`.
 */
export async function sendOnce(
  fetch: Fetch,
  request: Request,
  { timeoutMs, isStreamed }: { timeoutMs: number; isStreamed: boolean },
): Promise<Response> {
  const end = new AbortController()
  const giveUp = () => end.abort(new DOMException(`No answer within ${timeoutMs} ms.`, 'TimeoutError'))
  const timer = setTimeout(giveUp, Math.min(timeoutMs, LONGEST_TIMER_MS))
  const leave = () => end.abort(request.signal.reason)
  request.signal.addEventListener('abort', leave)
  const sent = new Request(request.clone(), { signal: end.signal })
  requestBehind.set(sent, request)
  let isBeingRead = false
  try {
    // Not left to `fetch` alone, which may be the caller's and hear of no end.
    const answer = await Promise.race([fetch(sent), rejectionBy(end.signal)])
    isBeingRead = isStreamed && answer.ok
    // The clone is read for both: the answer keeps its address, and its body as if nobody had read it.
    if (!isBeingRead) await Promise.race([answer.clone().arrayBuffer(), rejectionBy(end.signal)])
    return answer
  } finally {
    clearTimeout(timer)
    if (!isBeingRead) request.signal.removeEventListener('abort', leave)
  }
}

const rejectionBy = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    else signal.addEventListener('abort', () => reject(signal.reason))
  })
