import { sql } from 'kysely'
import type { Order } from './order.entity.ts'

/**
 * Every rule by which an order's status changes without the administrator, as SQL over a row of `orders`. Placing an
 * order sets the first status, `advance-order.ts` sets what the administrator chooses, and nothing else writes the column.
 */

/** Money has come: a pending order is worked on, a cancelled one is revived. */
export const statusOncePaid = sql<
  Order['status']
>`case when status in ('pending', 'cancelled') then 'processing' else status end`

/** The shopper no longer wants to pay: an order that is neither paid nor begun is cancelled. */
export const statusOnceCancelled = sql<
  Order['status']
>`case when paid_at is null and status = 'pending' then 'cancelled' else status end`
