import { sql } from 'kysely'

/**
 * What of the price of an order o went back, in shillings: of a paid one what the payment that pays it has lost, of an unpaid one what
 * earlier payments have, and never more than it costs. See docs/behaviour.md#revenue.
 */
export const refundedOfOrder = sql<number>`case
  when o.paid_at is not null then o.refunded_amount
  else least(o.total, (
    select coalesce(sum(refunded_of_price(p.refunded_amount, p.amount, o.total)), 0) from payments p
    where p.order_id = o.id and not p.is_surplus and p.deleted_at is null)) end`
