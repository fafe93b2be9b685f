import type { FastifyBaseLogger } from 'fastify'

const AGAIN_AFTER_MS = 60_000

/**
 * Says that something does not work at once, then once a minute with how often it was tried, and says when it works
 * again: an outage of an hour is some sixty lines, not one for every try.
 */
export class OutageLog {
  readonly #log: Pick<FastifyBaseLogger, 'error' | 'info'>
  readonly #now: () => number
  readonly #outages = new Map<string, { sinceMs: number; saidAtMs: number; unsaid: number }>()

  constructor(log: Pick<FastifyBaseLogger, 'error' | 'info'>, { now = Date.now }: { now?: () => number } = {}) {
    this.#log = log
    this.#now = now
  }

  /** `what` names one thing that can fail and recover; `message` is the line of the log. */
  failed(what: string, error: unknown, message: string): void {
    const nowMs = this.#now()
    const outage = this.#outages.get(what) ?? { sinceMs: nowMs, saidAtMs: Number.NEGATIVE_INFINITY, unsaid: 0 }
    this.#outages.set(what, outage)
    if (nowMs - outage.saidAtMs < AGAIN_AFTER_MS) {
      outage.unsaid++
      return
    }
    this.#log.error({ err: error, what, ...(outage.unsaid > 0 && { failedBetween: outage.unsaid }) }, message)
    outage.saidAtMs = nowMs
    outage.unsaid = 0
  }

  /** Ends the outage of `what`, if there is one. */
  worked(what: string): void {
    const outage = this.#outages.get(what)
    if (!outage) return
    this.#outages.delete(what)
    const seconds = Math.round((this.#now() - outage.sinceMs) / 1_000)
    this.#log.info({ what, seconds }, 'it works again')
  }
}
