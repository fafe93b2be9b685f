/** The statuses of a payment, who reports how it ended, and why it needs the administrator. */

export const paymentStatuses = ['pending', 'processing', 'completed', 'failed', 'cancelled', 'refunded'] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

/** The customer's money came by such a payment, whether or not it has gone back since. */
export const paidStatuses = ['completed', 'refunded'] as const satisfies PaymentStatus[]

export const isPaidStatus = (status: PaymentStatus): status is (typeof paidStatuses)[number] =>
  paidStatuses.some((paid) => paid === status)

/** Why a payment needs the owner. A payment may have several such flags at once. */
export const attentions = [
  'late', // the money came after the attempt had failed or was cancelled
  'paid-twice', // the order was already paid: pay back
  'order-cancelled', // the order had been cancelled, and is active again, or deleted, and stays so
  'amount-mismatch', // a report named another amount and settled nothing, or a list or the order has another one
  'receipt-used', // a report named the receipt of another payment; it settled nothing
  'id-mismatch', // a report named another request than ours; it settled nothing
  'confirm-receipt', // only the status query says paid; compare with the M-Pesa statement
  'partly-refunded',
  'disputed',
  'refund-failed', // the customer still waits for the money
  'refund-unknown', // nobody knows whether the money went back
  'unresolved', // the gateway has named no outcome within a day, or cannot be asked by the shop's present keys
  'another-receipt', // a second success named another receipt than the first: look for a second transfer
  'dispute-lost', // the customer's bank took the money back
  'webhook-failed', // a webhook event could not be processed for three days
  'email-failed', // the receipt, or what a refund tells, was refused by the mail server for three days, or not taken for 30
  'not-listed', // only a confirmation says paid, and the gateway's own list does not have it
] as const
export type Attention = (typeof attentions)[number]

/** Where a report comes from. `gateway` is the answer to our own request. */
export const outcomeSources = [
  'shopper',
  'gateway',
  'callback',
  'webhook',
  'confirm',
  'query',
  'confirmation', // the gateway reported by itself a payment that was made by hand
  'administrator',
] as const
export type OutcomeSource = (typeof outcomeSources)[number]

/** What is reported of one attempt. Amounts are shillings; absent where the source does not name them. */
export type ReportedOutcome =
  | { source: OutcomeSource; kind: 'succeeded'; amountShillings?: number; receipt?: string }
  | { source: OutcomeSource; kind: 'failed' | 'cancelled' }
