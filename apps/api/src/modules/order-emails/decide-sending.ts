import type { orderStatuses } from '@marashi/domain/contracts/checkout'
import type { OrderEmailKind } from './order-email.entity.ts'

const MINUTE_MS = 60_000
/** After two days the order's page and the courier have told it. */
const OLD_AFTER_MS = 48 * 60 * MINUTE_MS
/** A shopper who is just paying gets the receipt instead, if it comes within so long. */
const LONGEST_WAIT_MS = 10 * MINUTE_MS
const LOOK_AGAIN_MS = 30_000

/** What of an order decides whether its shopper is written to. */
export interface OrderState {
  customerEmail: string | null
  status: (typeof orderStatuses)[number]
  isDeleted: boolean
  isRefunded: boolean
  /** A payment was begun minutes ago and is open. */
  isBeingPaid: boolean
  /** Null unless a receipt that the shopper typed is not decided yet. */
  openClaim: string | null
  hasReceiptEmail: boolean
  /** As many e-mails as one address may get in a day about orders that are not paid. */
  isAddressAtLimit: boolean
}

type Decision = { act: 'send' } | { act: 'wait'; ms: number } | { act: 'leave-out'; because: string }

const leaveOut = (because: string): Decision => ({ act: 'leave-out', because })

/** Whether news of an order is still true and still news (docs/behaviour.md#e-mails). */
export function decideSending(
  { kind, happenedAt }: { kind: OrderEmailKind; happenedAt: Date },
  order: OrderState,
  now: Date,
): Decision {
  const { status } = order
  if (!order.customerEmail) return leaveOut('the order has no address')
  if (order.isDeleted) return leaveOut('the order is deleted')
  if (order.isRefunded) return leaveOut('the order is refunded')
  if (isTooOld(happenedAt, now)) return leaveOut('it is older than two days')
  if (kind === 'sent-out') return status === 'shipped' ? { act: 'send' } : leaveOut(`the order is ${status}`)
  if (status !== 'pending' && status !== 'processing') return leaveOut(`the order is ${status}`)
  if (order.hasReceiptEmail) return leaveOut('the receipt tells it')
  if (order.isAddressAtLimit) return leaveOut('its address had enough about unpaid orders today')
  const isFresh = now.getTime() - happenedAt.getTime() < LONGEST_WAIT_MS
  const isUnderWay = order.isBeingPaid || order.openClaim !== null
  return isUnderWay && isFresh ? { act: 'wait', ms: LOOK_AGAIN_MS } : { act: 'send' }
}

export const isTooOld = (happenedAt: Date, now: Date): boolean => now.getTime() - happenedAt.getTime() > OLD_AFTER_MS
