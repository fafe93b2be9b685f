import type { PaymentStatus } from '@marashi/domain/rules/payment-status'

/** How a provider is asked what became of payments that nobody has reported. */
export interface RecoveryPolicy {
  /** Seconds between two runs of the job. */
  readonly everySeconds: number
  /** How many payments a run looks up. */
  readonly batch: number
  /** When to look up again a payment of this age, in milliseconds; null gives up. */
  nextInMs(ageMs: number): number | null
  /** What giving up notes on a payment of this status, which it flags; null where nobody can have paid, and it stays as it is. */
  unresolvedNote(status: PaymentStatus): string | null
  /** How often all processes together may ask; null where the provider sets no limit. */
  readonly rateLimit: RateLimit | null
  /** When an unproven "paid" is believed; null where it proves what it says. */
  readonly unproven: UnprovenPolicy | null
}

export interface RateLimit {
  betweenLookUpsMs: number
  /** How long nobody asks, once the provider says that it was asked too often. */
  afterBusyMs: number
  /** Younger payments are asked about first. */
  shopperWaitsMs: number
}

export interface UnprovenPolicy {
  /** So long after the first such answer a second one counts; before that it is asked again a while later. */
  believedAfterMs: number
  askAgainAfterMs: number
  /** Of an attempt that old one answer counts: the shopper cannot be asked any more. */
  believedAtOnceFromAgeMs: number
}
