import { nairobiTime } from '@marashi/domain/rules/nairobi-time'
import { broken, doubtful, type Finding, fine } from '../finding.ts'

/** Payments whose end nobody has reported for 15 minutes. */
export const openPaymentsFinding = (count: number): Finding =>
  count > 0
    ? doubtful(
        'Open payments',
        `${count} ${count === 1 ? 'payment has' : 'payments have'} been open for more than 15 minutes.`,
        'The shop goes on asking. Look at them under Payments, and compare with the gateway’s own list.',
      )
    : fine('Open payments', 'None is open for more than 15 minutes.')

/** Payments about which the owner has to decide. */
export const flaggedPaymentsFinding = (count: number): Finding =>
  count > 0
    ? doubtful(
        'Flagged payments',
        `${count} ${count === 1 ? 'payment needs' : 'payments need'} a decision of yours.`,
        'See Payments: each says what is the matter with it.',
      )
    : fine('Flagged payments', 'None needs you.')

export interface Waiting {
  count: number
  /** Since when the one waits that waits longest. */
  oldestAt: Date | null
}

/** A customer has perhaps paid, or is to have money back, and hears nothing. */
const WAITS_MS = 4 * 60 * 60_000

/** Refunds that nobody has asked the provider for. One that waits for hours is told. */
export function unsentRefundsFinding({ count, oldestAt }: Waiting, now: Date): Finding {
  const PART = 'Refunds to send'
  if (!oldestAt) return fine(PART, 'None waits.')
  return waitingFor(oldestAt, now)(
    PART,
    `${count} ${count === 1 ? 'refund has' : 'refunds have'} not been sent, the oldest since ${nairobiTime(oldestAt)}.`,
    'See Payments. If the keys of the provider are gone, set them again: the shop then sends what waits. If they are gone for good, give the refund up there, send the money back yourself and record it by hand.',
  )
}

const waitingFor = (oldestAt: Date, now: Date) => (now.getTime() - oldestAt.getTime() > WAITS_MS ? broken : doubtful)

/** Money that arrived and belongs to no order yet. */
export const unmatchedMoneyFinding = (count: number): Finding =>
  count > 0
    ? doubtful(
        'Money without an order',
        `${count} ${count === 1 ? 'payment has' : 'payments have'} arrived without an order.`,
        'Find their orders in the Cash-up, under “Arrived, without an order”.',
      )
    : fine('Money without an order', 'Every payment that arrived belongs to an order.')

/** Receipts that shoppers typed and that nobody but the owner can prove. One that waits for hours is told. */
export function typedReceiptsFinding({ count, oldestAt }: Waiting, now: Date): Finding {
  const PART = 'Typed receipts'
  if (!oldestAt) return fine(PART, 'None waits for you.')
  const waits = count === 1 ? 'One waits' : `${count} wait`
  return waitingFor(oldestAt, now)(
    PART,
    `${waits} for you, the oldest since ${nairobiTime(oldestAt)}: these customers may have paid.`,
    'Compare them with the statement in the cash-up: assign the money, or refuse the receipt.',
  )
}

/** Messages of the gateways that the shop has given up on. One that names no payment has flagged none: the owner is told here. */
export function setAsideFinding({ count, ofNoPayment }: { count: number; ofNoPayment: number }): Finding {
  const PART = 'Payment messages'
  if (count === 0) return fine(PART, 'All were processed.')
  const found = ofNoPayment > 0 ? broken : doubtful
  const unknown =
    ofNoPayment > 0 ? ` Money may have come that no payment shows: ${ofNoPayment} of no known payment.` : ''
  return found(
    PART,
    `${count} ${count === 1 ? 'message' : 'messages'} of the gateways could not be processed.${unknown}`,
    'Try them again, or dismiss them, on the dashboard.',
  )
}
