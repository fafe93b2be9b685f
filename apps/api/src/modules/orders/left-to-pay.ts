import { nairobiZone } from '@marashi/domain/rules/nairobi-time'
import { paidStatuses } from '@marashi/domain/rules/payment-status'
import { type Expression, sql } from 'kysely'
import { literals } from '../../db/db.ts'
import { paymentOfOrder } from './payment-of-order.ts'
import { paymentStateOf } from './payment-status.ts'
import { flaggedPayments, openClaims } from './undecided-money.ts'

/** Null, which `greatest` passes over, where no payment has ever paid the order. */
const ofDeposit = paymentOfOrder.select('p.amount')

const onDay = (at: Expression<Date>) => sql`(${at} at time zone ${sql.lit(nairobiZone)})::date`

/**
 * The day on which the money of an order o went back with it: somebody first asked for a refund of the payment that went back whole,
 * also for one that failed, or it was cancelled; null where neither.
 */
const returnedOn = sql`least(
  (select min(${onDay(sql`r.requested_at`)}) from (${paymentOfOrder.select(['p.id', 'p.status'])}) as d
    join payment_refunds r on r.payment_id = d.id where d.status = 'refunded'),
  (select max(${onDay(sql`c.changed_at`)}) from order_status_changes c
    where c.order_id = o.id and c.status = 'cancelled' and o.status = 'cancelled'))`

/** What went back before that day went back because the rider was paid instead. */
const besideDeposit = sql<number>`(
  select coalesce(sum(p.amount - (
    select coalesce(sum(r.amount), 0) from payment_refunds r
    where r.payment_id = p.id and r.status = 'succeeded'
      and ${onDay(sql`r.requested_at`)} < coalesce(${returnedOn}, 'infinity'))), 0) from payments p
  where p.order_id = o.id and p.status in (${literals(paidStatuses)}) and p.is_surplus and p.deleted_at is null)`

/**
 * What the payments of an order o left of its price, in shillings: the rest may come by phone on delivery, beside the payment that
 * pays the order. That this one goes back later leaves no more, and neither does what goes back with it or with the order. Of an order
 * on delivery it is the rider's.
 */
export const leftByPayments = sql<number>`greatest(o.total - ${ofDeposit} - ${besideDeposit}, 0)`

/**
 * What of an order o is still to be paid, in shillings. Of one that is paid it is what its payments left to the rider until it is
 * delivered; of one that was never on delivery the owner takes what came for all, once its flag is resolved.
 */
export const leftToPay = sql<number>`case ${paymentStateOf}
  when 'unpaid' then o.total
  when 'on-delivery' then case when o.status = 'delivered' then 0 else o.total end
  when 'paid' then case
    when o.status in ('delivered', 'cancelled') then 0
    when o.was_on_delivery or exists (${flaggedPayments.select('p.id')}) then ${leftByPayments}
    else 0 end
  else 0 end`

/** What the courier is to collect of an order o, as far as payments have told: all of it, or what a part payment left. */
const courierCollects = sql<number>`case
  when ${paymentStateOf} = 'on-delivery' or (o.paid_at is not null and o.was_on_delivery) then ${leftToPay} else 0 end`

const isUndecided = sql<boolean>`(exists (${flaggedPayments.select('p.id')}) or exists (${openClaims.select('c.id')}))`

/** What the page of an order o has the courier collect, in shillings; null where nothing, or money of it is being checked. */
export const leftToCourier = sql<number | null>`case when not ${isUndecided} then nullif(${courierCollects}, 0) end`

/** Whether money that may pay what the courier is to collect of an order o is being checked, so that nobody is asked for it. */
export const isCourierSumUndecided = sql<boolean>`(${courierCollects} > 0 and ${isUndecided})`
