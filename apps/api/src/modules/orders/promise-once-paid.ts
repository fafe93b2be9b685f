import { nairobiZone } from '@marashi/domain/rules/nairobi-time'
import { sql } from 'kysely'

/** What an order was promised when it was placed is a day at most this many days later. */
const DAYS = 7

/**
 * What an order, a row of `orders` that is paid now or turns to be paid on delivery, is promised still: a day that is over by then is
 * promised no more. The owner's own words stay, and so does what was promised of one that is to be paid on delivery already.
 */
export const promiseOncePaid = (now: Date) => {
  const placedOn = sql`(orders.created_at at time zone ${sql.lit(nairobiZone)})::date`
  const paidOn = sql`(${now}::timestamptz at time zone ${sql.lit(nairobiZone)})::date`
  // As longDay writes a day: "Monday 23 November".
  return sql<string | null>`case when orders.payment_method <> 'manual' and orders.delivery_promise in (
    select to_char(${placedOn} + ahead, 'FMDay FMDD FMMonth') from generate_series(0, ${sql.lit(DAYS)}) ahead
    where ${placedOn} + ahead < ${paidOn}
  ) then null else orders.delivery_promise end`
}
