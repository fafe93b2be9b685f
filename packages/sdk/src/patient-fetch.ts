const FIRST_PAUSE_MS = 500
/** Whoever is asked to wait longer is told, and decides. */
const LONGEST_PAUSE_MS = 30_000

type Fetch = (request: Request) => Promise<Response>

/**
 * Sends what is safe to send again up to `tries` times, with growing pauses or those that the shop asks for. Every write gets
 * an `Idempotency-Key` unless it has one.
 */
export const patientFetch =
  (fetch: Fetch, tries: number): Fetch =>
  async (request) => {
    const isWrite = request.method !== 'GET' && request.method !== 'HEAD'
    if (isWrite && !request.headers.has('Idempotency-Key')) {
      request.headers.set('Idempotency-Key', crypto.randomUUID())
    }
    for (let nth = 1; ; nth++) {
      const isLast = nth >= tries
      const answer = await fetch(request.clone()).catch((problem: unknown) => {
        if (isLast || request.signal.aborted || !isRepeatable(request)) throw problem
        return undefined
      })
      const pauseMs = answer ? pauseAfter(request, answer, nth) : pauseOf(nth)
      if (answer && (isLast || pauseMs === undefined)) return answer
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }

/** Whether a lost answer may be followed by the same request. The shop does nothing twice of what a key writes, and no order. */
function isRepeatable({ method, url, headers }: Request): boolean {
  if (method === 'GET' || method === 'HEAD' || headers.has('Authorization')) return true
  return method === 'POST' && new URL(url).pathname === '/api/orders'
}

/** Undefined where the answer stands. What was refused with 429 was not begun, whatever it was. */
function pauseAfter(request: Request, { status, headers }: Response, nth: number): number | undefined {
  // 409 asks for patience only while the first of two same requests is being worked on.
  const isRunning = status === 409 && headers.has('retry-after')
  if (status !== 429 && !isRunning && !(status === 503 && isRepeatable(request))) return undefined
  const asked = headers.get('retry-after')
  const pauseMs = asked !== null && /^\d+$/.test(asked) ? Number(asked) * 1_000 : pauseOf(nth)
  return pauseMs > LONGEST_PAUSE_MS ? undefined : pauseMs
}

const pauseOf = (nth: number): number => FIRST_PAUSE_MS * 2 ** (nth - 1) * (0.75 + Math.random() / 2)
