/**
 * Every rule by which an order's status changes without the administrator, as SQL over a row of `orders`. Placing an
 * order sets the first status, `advance-order.ts` is the administrator's own door, and nothing else writes the column.
 */

/** Money has come: a waiting order is worked on, a cancelled one lives again (decisions 27). */
export const statusOncePaid = `case when status in ('pending', 'cancelled') then 'processing' else status end`

/** The shopper no longer wants to pay: an order that is neither paid nor begun is cancelled (decisions 28). */
export const statusOnceGivenUp = `case when paid_at is null and status = 'pending' then 'cancelled' else status end`
