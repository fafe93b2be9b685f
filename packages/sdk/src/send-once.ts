export type Fetch = (request: Request) => Promise<Response>

/** Timers count in 31 bits: one of a longer time, such as Infinity, would end at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/**
 * Sends a request once. The answer comes with its whole body, so that one that is cut off is a lost answer too; with `isStreamed` its
 * body is left to the caller, unless the shop refused. Throws as `fetch`, and a TimeoutError where it takes longer than `timeoutMs`.
 */
export async function sendOnce(
  fetch: Fetch,
  request: Request,
  { timeoutMs, isStreamed }: { timeoutMs: number; isStreamed: boolean },
): Promise<Response> {
  const overdue = new AbortController()
  const giveUp = () => overdue.abort(new DOMException(`No answer within ${timeoutMs} ms.`, 'TimeoutError'))
  const timer = setTimeout(giveUp, Math.min(timeoutMs, LONGEST_TIMER_MS))
  try {
    const signal = AbortSignal.any([request.signal, overdue.signal])
    const answer = await fetch(new Request(request.clone(), { signal }))
    // The clone is read for both: the answer keeps its address, and its body as if nobody had read it.
    if (!isStreamed || !answer.ok) await answer.clone().arrayBuffer()
    return answer
  } finally {
    clearTimeout(timer)
  }
}
