import { isSameReference } from './payment-reference.ts'

/** When an outcome of a payment is reported, this rule decides the new state of the payment and of its order. */

import { type Attention, isPaidStatus, type PaymentStatus, type ReportedOutcome } from './payment-status.ts'

/** A payment and its order as they stand, both locked. */
export interface SettlementState {
  /** Cancelling an attempt at this provider ends its unpaid order too. */
  cancelEndsOrder: boolean
  status: PaymentStatus
  amountShillings: number
  receipt: string | null
  /** What the administrator typed as the receipt of an attempt, for as long as the provider has not named its own. */
  typedReceipt: string | null
  /** Hidden from the lists by the administrator. */
  isDeleted: boolean
  /** Later attempts by which nobody was asked for money do not count. */
  isLatestAttempt: boolean
  /** Another attempt of the order may still be paid. */
  isAnotherOpen: boolean
  order: { isPaid: boolean; isRefunded: boolean; isCancelled: boolean; isDeleted: boolean; totalShillings: number }
}

/** What else is known about a reported success. */
export interface Doubts {
  /** The reported receipt belongs to another payment. */
  isReceiptUsed: boolean
  /** Why the last refused report of a success was refused. */
  refusedBefore: 'amount-mismatch' | 'receipt-used' | null
}

/** What is to be stored. */
export interface Decision {
  /** `known`: nothing new. `refused`: the report is recorded and changes no status. */
  result: 'settled' | 'known' | 'refused'
  status: PaymentStatus
  /** The flag that is raised. Flags that were raised before stay, whatever is decided. */
  raises: Attention | null
  /** Flags that this report answers. */
  resolves: readonly Attention[]
  /** Money beyond what the order asked for. */
  isSurplus: boolean
  addsReceipt: boolean
  /** False ends the status queries of this attempt. */
  keepsAsking: boolean
  /**
   * `pay`: the order becomes paid. `fail` and `cancel`: it shows how its attempt ended, and cancel ends it while
   * unpaid. `restore`: it shows again what it showed before the attempt.
   */
  order: 'pay' | 'fail' | 'cancel' | 'restore' | 'unchanged'
}

/**
 * Money outranks reports: success may follow failed and cancelled, nothing but a refund follows completed. A success
 * that does not fit (another amount, a used receipt, another receipt than before) changes no status and is flagged. See
 * docs/behaviour.md#payment-flags.
 */
export function decideSettlement(state: SettlementState, outcome: ReportedOutcome, doubts: Doubts): Decision {
  return outcome.kind === 'succeeded' ? decideSuccess(state, outcome, doubts) : decideEnd(state, outcome)
}

type Success = Extract<ReportedOutcome, { kind: 'succeeded' }>
type End = Exclude<ReportedOutcome, { kind: 'succeeded' }>

const unchanged = (state: SettlementState): Decision => ({
  result: 'known',
  status: state.status,
  raises: null,
  resolves: [],
  isSurplus: false,
  addsReceipt: false,
  keepsAsking: true,
  order: 'unchanged',
})

function decideSuccess(state: SettlementState, outcome: Success, doubts: Doubts): Decision {
  const mismatch = mismatchOf(state, outcome, doubts)
  if (mismatch) {
    // The gateway would give the same answer again; only a callback or the administrator knows more.
    return { ...unchanged(state), result: 'refused', raises: mismatch, keepsAsking: outcome.source !== 'query' }
  }
  if (!isPaidStatus(state.status)) return decideCompletion(state, outcome)
  if (state.receipt !== null || outcome.receipt === undefined) return unchanged(state)
  return {
    ...unchanged(state),
    raises: wasMistyped(state, outcome) ? 'another-receipt' : null,
    resolves: ['confirm-receipt'],
    addsReceipt: true,
  }
}

const wasMistyped = ({ typedReceipt }: SettlementState, { receipt }: Success): boolean =>
  typedReceipt !== null && receipt !== undefined && !isSameReference(typedReceipt, receipt)

/** A success that is accepted, whatever the payment's status was. */
export function decideCompletion(state: SettlementState, outcome: Success): Decision {
  const isSurplus = state.order.isPaid
  return {
    result: 'settled',
    status: 'completed',
    raises: flagOfCompletion(state, outcome),
    resolves: ['unresolved'],
    isSurplus,
    addsReceipt: outcome.receipt !== undefined,
    keepsAsking: false,
    order: isSurplus ? 'unchanged' : 'pay',
  }
}

/** Why a reported success cannot be this payment's own money; undefined where it can. */
function mismatchOf(state: SettlementState, outcome: Success, doubts: Doubts): Attention | undefined {
  if (outcome.amountShillings !== undefined && outcome.amountShillings !== state.amountShillings) {
    return 'amount-mismatch'
  }
  if (doubts.isReceiptUsed) return 'receipt-used'
  const isSettled = isPaidStatus(state.status)
  const { receipt } = outcome
  if (isSettled && state.receipt !== null && receipt !== undefined && !isSameReference(receipt, state.receipt)) {
    return 'another-receipt'
  }
  // A success without amount and receipt may be the transfer that was refused before.
  return provesNothing(outcome) && !isSettled ? (doubts.refusedBefore ?? undefined) : undefined
}

/** A status query that names neither amount nor receipt. */
const provesNothing = ({ source, amountShillings, receipt }: Success): boolean =>
  source === 'query' && amountShillings === undefined && receipt === undefined

function flagOfCompletion(state: SettlementState, outcome: Success): Attention | null {
  const { order } = state
  if (order.isPaid) return 'paid-twice'
  if (order.isCancelled || order.isDeleted) return 'order-cancelled'
  if (outcome.source === 'administrator')
    return state.amountShillings === order.totalShillings ? null : 'amount-mismatch'
  if (order.isRefunded || state.status === 'failed' || state.status === 'cancelled' || state.isDeleted) return 'late'
  if (provesNothing(outcome)) return 'confirm-receipt'
  if (wasMistyped(state, outcome)) return 'another-receipt'
  return null
}

function decideEnd(state: SettlementState, outcome: End): Decision {
  const { source, kind } = outcome
  // A prompt cannot be withdrawn, so it stays open at the gateway after a person has ended the attempt: queries go on.
  const keepsAsking = source === 'shopper' || source === 'administrator'
  // A look-up does not answer it: the message that could not be read may have said something else.
  const isOwnReport = source === 'callback' || source === 'webhook' || source === 'confirm'
  const ended = { ...unchanged(state), keepsAsking, resolves: isOwnReport ? (['unresolved'] as const) : [] }
  if (state.status !== 'pending' && state.status !== 'processing') {
    return { ...ended, result: state.status === kind ? 'known' : 'refused' }
  }
  return { ...ended, result: 'settled', status: kind, order: orderAfterEnd(state, outcome) }
}

/**
 * The latest attempt that ended without money changes an unpaid order. One by which nobody was asked for money says nothing of an
 * order that has money, or waits for it, by another.
 */
function orderAfterEnd({ order, ...state }: SettlementState, { source, kind }: End): Decision['order'] {
  const hadMoney = order.isPaid || order.isRefunded
  if (source === 'gateway' && (hadMoney || state.isAnotherOpen)) return 'restore'
  if (hadMoney || !state.isLatestAttempt) return 'unchanged'
  return kind === 'cancelled' && state.cancelEndsOrder ? 'cancel' : 'fail'
}
