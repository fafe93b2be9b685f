/** Money that goes back to a customer: here we decide what a report on a refund makes of it, and how much may still go. */

/**
 * `requested`: stored and nobody was asked yet. `sent`: the provider was asked, or is at it. `unknown`: the answer was
 * lost, so the money may have gone back. See docs/behaviour.md#refunds.
 */
export const refundStatuses = ['requested', 'sent', 'unknown', 'succeeded', 'failed'] as const
export type RefundStatus = (typeof refundStatuses)[number]

/** These wait for the provider. */
export const openRefundStatuses = ['requested', 'sent', 'unknown'] as const satisfies RefundStatus[]

export const isOpenRefund = ({ status }: { status: RefundStatus }): boolean =>
  openRefundStatuses.some((open) => open === status)

/** Who wanted the refund; `provider`: it was made on the provider's own pages. */
export const refundRequesters = ['administrator', 'provider'] as const

/** What somebody reports of a refund. `pending`: the provider is at it. `unknown`: no answer came. */
export type ReportedRefund = 'succeeded' | 'failed' | 'pending' | 'unknown'

/**
 * The status that a report gives a refund; undefined where it says nothing new. Proof outranks everything: a refund that
 * failed may turn out to have succeeded, and one that succeeded may come back. Silence only counts while we wait.
 */
export function decideRefund(status: RefundStatus, reported: ReportedRefund): RefundStatus | undefined {
  if (reported === 'succeeded' || reported === 'failed') return reported === status ? undefined : reported
  if (reported === 'pending') return status === 'requested' || status === 'unknown' ? 'sent' : undefined
  return status === 'requested' || status === 'sent' ? 'unknown' : undefined
}

/** Whether a refund takes its amount from what may still go back. */
export const isReserving = ({ status }: { status: RefundStatus }): boolean => status !== 'failed'

/** What went back or may go back by these refunds, in their own unit. */
export const reserved = (refunds: readonly { status: RefundStatus; amount: number }[]): number =>
  refunds.filter(isReserving).reduce((sum, { amount }) => sum + amount, 0)

/** What of a payment may still go back, in its own unit. */
export const leftToRefund = (amount: number, refunds: readonly { status: RefundStatus; amount: number }[]): number =>
  Math.max(0, amount - reserved(refunds))
