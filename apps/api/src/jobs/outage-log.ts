import type { FastifyBaseLogger } from 'fastify'

const AGAIN_AFTER_MS = 60_000

/**
 * Logs a failure at once, then once a minute with the number of failures between, and logs when it works again: an outage
 * of an hour is some sixty lines, not one for every attempt.
 */
export class OutageLog {
  readonly #log: Pick<FastifyBaseLogger, 'error' | 'info'>
  readonly #now: () => number
  readonly #outages = new Map<string, { sinceMs: number; loggedAtMs: number; unlogged: number }>()

  constructor(
    log: Pick<FastifyBaseLogger, 'error' | 'info'>,
    { now = () => performance.now() }: { now?: () => number } = {},
  ) {
    this.#log = log
    this.#now = now
  }

  /** `what` names one thing that can fail and recover; `message` is the line of the log. */
  failed(what: string, error: unknown, message: string): void {
    const nowMs = this.#now()
    const outage = this.#outages.get(what) ?? { sinceMs: nowMs, loggedAtMs: Number.NEGATIVE_INFINITY, unlogged: 0 }
    this.#outages.set(what, outage)
    if (nowMs - outage.loggedAtMs < AGAIN_AFTER_MS) {
      outage.unlogged++
      return
    }
    this.#log.error({ err: error, what, ...(outage.unlogged > 0 && { failedBetween: outage.unlogged }) }, message)
    outage.loggedAtMs = nowMs
    outage.unlogged = 0
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
