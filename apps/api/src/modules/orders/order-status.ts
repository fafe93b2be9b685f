import { expressionBuilder } from 'kysely'
import type { Tables } from '../../tables.ts'

/**
 * Every rule by which an order's status changes without the administrator, over a row of `orders`. Placing an order sets
 * the first status, `advance-order.ts` sets what the administrator chooses, and nothing else writes the column.
 */
const eb = expressionBuilder<Pick<Tables, 'orders'>, 'orders'>()

/** Money has come: a pending order goes on to processing, a cancelled one comes back. */
export const statusOncePaid = eb
  .case()
  .when('status', 'in', ['pending', 'cancelled'])
  .then(eb.val('processing' as const))
  .else(eb.ref('status'))
  .end()

/** Money that had gone back pays the order again: that is no reason to bring back one that was cancelled meanwhile. */
export const statusOncePaidAgain = eb
  .case()
  .when('status', '=', 'pending')
  .then(eb.val('processing' as const))
  .else(eb.ref('status'))
  .end()

/** The shopper pays after all: an unpaid order that was cancelled waits for its money again. */
export const statusOnceReopened = eb
  .case()
  .when(eb.and([eb('paid_at', 'is', null), eb('status', '=', 'cancelled')]))
  .then(eb.val('pending' as const))
  .else(eb.ref('status'))
  .end()

const endsUnpaid = eb.and([
  eb('paid_at', 'is', null),
  eb('status', '=', 'pending'),
  eb('payment_method', '<>', 'manual'),
])

/**
 * Its payment was cancelled: an order that is neither paid nor begun is cancelled. One to be paid on delivery needs no payment
 * before it, so it stands whatever becomes of a prompt.
 */
export const statusOnceCancelled = eb
  .case()
  .when(endsUnpaid)
  .then(eb.val('cancelled' as const))
  .else(eb.ref('status'))
  .end()

/**
 * The shopper no longer wants to pay. Only the order that this cancels is the shopper's to open again: one that the owner has
 * cancelled stays the owner's, whatever the shopper does afterwards.
 */
export const onceCancelledByShopper = {
  status: statusOnceCancelled,
  cancelled_by_shopper: eb.case().when(endsUnpaid).then(true).else(eb.ref('cancelled_by_shopper')).end(),
}
