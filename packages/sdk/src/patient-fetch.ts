import { pausesOf } from './pauses.ts'

type Fetch = (request: Request) => Promise<Response>

/**
 * Sends what is safe to send again up to `tries` times, with growing pauses or those that the shop asks for, and waits for a request
 * that is running already. Every write gets an `Idempotency-Key` unless it has one.
 */
export const patientFetch =
  (fetch: Fetch, tries: number): Fetch =>
  async (request) => {
    const isWrite = request.method !== 'GET' && request.method !== 'HEAD'
    if (isWrite && !request.headers.has('Idempotency-Key')) {
      request.headers.set('Idempotency-Key', crypto.randomUUID())
    }
    const pauseAfter = pausesOf(request, tries)
    for (;;) {
      let problem: unknown
      const answer = await fetch(request.clone()).catch((reason: unknown) => {
        if (request.signal.aborted) throw reason
        problem = reason
      })
      const pauseMs = await pauseAfter(answer ?? undefined)
      if (pauseMs === undefined) {
        if (answer) return answer
        throw problem
      }
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
