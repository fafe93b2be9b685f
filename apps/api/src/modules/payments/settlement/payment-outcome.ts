import type { EvidenceSource } from '../payment-event.entity.ts'

/** What somebody says about one payment attempt. Callbacks, webhooks, queries and people all speak this language. */
export type Evidence = {
  source: EvidenceSource
  note?: string
  /** The gateway's message as read, without secrets and personal data; kept with the payment that it decides. */
  told?: object
} & (
  | {
      outcome: 'succeeded'
      /** What the gateway says was paid, in shillings; absent where it does not say (status queries). */
      amountShillings?: number
      /** M-Pesa's receipt, or the card charge's id; absent where the gateway does not say. */
      receipt?: string
    }
  | { outcome: 'failed' | 'cancelled'; code: string; reason: string }
)

/** What `settlePayment` made of it. */
export type Settlement =
  | { result: 'settled'; status: 'completed' | 'failed' | 'cancelled' }
  /** The same was known already: repeated callbacks, confirm after webhook. */
  | { result: 'known'; status: string }
  /** Opposed by stronger evidence, or not provable: recorded, flagged, nothing moved. */
  | { result: 'refused'; reason: string }
