import type { Clock } from '../core/clock.ts'
import type { DarajaSettings } from './settings.ts'

/** Spike arrest: only so many status queries in so many seconds, over all orders together; docs/gateways/mpesa.md#status-query. */
export class QueryLimit {
  readonly #limit: DarajaSettings['queryLimit']
  readonly #clock: Clock
  #recentMs: number[] = []

  constructor(limit: DarajaSettings['queryLimit'], clock: Clock) {
    this.#limit = limit
    this.#clock = clock
  }

  /** True when this query still fits; a query that does not fit is not counted. */
  admits(): boolean {
    if (!this.#limit) return true
    const nowMs = this.#clock.now().getTime()
    const { count, seconds, burst = count } = this.#limit
    this.#recentMs = this.#recentMs.filter((atMs) => atMs > nowMs - seconds * 1000)
    const atOnceMs = (burst * seconds * 1000) / count
    if (this.#recentMs.filter((atMs) => atMs > nowMs - atOnceMs).length >= burst) return false
    this.#recentMs.push(nowMs)
    return true
  }

  reset(): void {
    this.#recentMs = []
  }
}
