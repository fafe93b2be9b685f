import type { OutcomeSource, PaymentStatus } from '@marashi/domain/rules/payment-status'

/** What somebody reports of one payment attempt: a provider, the shopper or the administrator. */
export type PaymentOutcome = {
  source: OutcomeSource
  note?: string
  /** The provider's message as read, without secrets and personal data; kept with the payment that it decides. */
  payload?: object
} & (
  | {
      kind: 'succeeded'
      /** The amount that the provider names, in shillings; absent where it names none (status queries). */
      amountShillings?: number
      /** What the provider proves the payment with; absent where it names none. */
      receipt?: string
      /** Its fee or its refunds are still to be read: the provider is asked again until they are. */
      hasMore?: boolean
    }
  | { kind: 'failed' | 'cancelled'; code: string; reason: string }
)
export type Succeeded = Extract<PaymentOutcome, { kind: 'succeeded' }>
export type Ended = Extract<PaymentOutcome, { kind: 'failed' | 'cancelled' }>

/** What `settlePayment` did with it. */
export type Settlement =
  | { result: 'settled'; status: 'completed' | 'failed' | 'cancelled' }
  /** The same was known already: repeated callbacks, confirm after webhook. */
  | { result: 'known'; status: PaymentStatus }
  /** Against what is proved, or not provable: recorded and flagged, no status changes. */
  | { result: 'refused'; reason: string }
