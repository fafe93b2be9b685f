import { paidStatuses } from '@marashi/domain/rules/payment-status'
import { sql } from 'kysely'
import { literals } from '../../db/db.ts'
import { paymentOfOrder } from './payment-of-order.ts'
import { paymentStateOf } from './payment-status.ts'
import { flaggedPayments, openClaims } from './undecided-money.ts'

/** Null, which `greatest` passes over, where no payment has ever paid the order. */
const ofDeposit = paymentOfOrder.select('p.amount')

const besideDeposit = sql<number>`(
  select coalesce(sum(p.amount - coalesce(p.refunded_amount, 0)), 0) from payments p
  where p.order_id = o.id and p.status = 'completed' and p.is_surplus and p.deleted_at is null)`

/**
 * The same of a cancelled order, less only the refunds that were asked for before: cancel-with-refund.ts asks for those that go
 * with the order once it is cancelled.
 */
const besideDepositBeforeCancelling = sql<number>`(
  select coalesce(sum(p.amount - (
    select coalesce(sum(r.amount), 0) from payment_refunds r
    where r.payment_id = p.id and r.status = 'succeeded' and r.requested_at < (
      select c.changed_at from order_status_changes c
      where c.order_id = o.id and c.status = 'cancelled' order by c.id desc limit 1))), 0) from payments p
  where p.order_id = o.id and p.status in (${literals(paidStatuses)}) and p.is_surplus and p.deleted_at is null)`

const leftBeside = (beside: typeof besideDeposit) => sql<number>`greatest(o.total - ${ofDeposit} - ${beside}, 0)`

/**
 * What the payments of an order o left of its price, in shillings: the rest may come by phone on delivery, beside the payment that
 * pays the order. That this one goes back later leaves no more. Of an order on delivery it is the rider's.
 */
export const leftByPayments = leftBeside(besideDeposit)

/** What the payments of a cancelled order o had left of its price, in shillings, before its money went back with it. */
export const leftBeforeCancelling = leftBeside(besideDepositBeforeCancelling)

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
