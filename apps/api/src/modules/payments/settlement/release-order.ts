import { centsOf, shillingsOf } from '@marashi/domain/rules/money'
import { paidStatuses } from '@marashi/domain/rules/payment-status'
import { openRefundStatuses } from '@marashi/domain/rules/refund'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { db, literals } from '../../../db/db.ts'
import { raiseFlag } from '../flags/raise-flag.ts'
import { resolveFlags } from '../flags/resolve-flags.ts'
import type { OrderColumns } from '../providers/provider-storage.ts'
import { paymentProviders } from '../providers/registry.ts'
import { type LockedPayment, lockPayment } from './lock-payment.ts'
import { recordEvent } from './record-event.ts'
import { syncOrdersPaid } from './sync-order.ts'

/**
 * Ends a payment's hold on its locked order: it was paid back, corrected or taken off the lists. Money that came on top of
 * it takes its place where it is exactly what the order costs; without such the order is unpaid again, and what is left of the
 * rest is flagged. On an order that was cancelled or deleted, all that came on top is still to be given back, as its flags
 * say. The payment's own row is written before. See docs/behaviour.md#refunds.
 */
export async function releaseOrder(
  tx: EntityManager,
  now: Date,
  { orderId, isSurplus }: Pick<LockedPayment, 'orderId' | 'isSurplus'>,
): Promise<void> {
  if (isSurplus) return
  await unpayOrder(tx, now, orderId)
  const others = await surplusOf(tx, orderId)
  const next = others.find(({ amount, refunded, total }) => amount === total && refunded === 0)
  if (next) await payInstead(tx, now, next.id)
  else for (const other of others) await flagOtherAmount(tx, now, other)
}

/**
 * A locked order shows none of the money that paid it. One that was to be paid on delivery is such a one again by itself, once no
 * payment is left of it (docs/behaviour.md#payment-and-order-status).
 */
export async function unpayOrder(tx: EntityManager, now: Date, orderId: string): Promise<void> {
  await db(tx)
    .updateTable('orders')
    .set({ paid_at: null, refunded_amount: 0, updated_at: now, ...releasedColumns() })
    .where('id', '=', orderId)
    .execute()
}

type Surplus = Awaited<ReturnType<typeof surplusOf>>[number]

/** Money that came on top of a live order's own and is not on its way back, in shillings, oldest first. */
const surplusOf = (tx: EntityManager, orderId: string) =>
  db(tx)
    .selectFrom('payments as p')
    .innerJoin('orders as o', 'o.id', 'p.order_id')
    .where('p.order_id', '=', orderId)
    .where('p.status', '=', 'completed')
    .where('p.is_surplus', '=', true)
    .where('p.deleted_at', 'is', null)
    .where('o.status', '<>', 'cancelled')
    .where('o.deleted_at', 'is', null)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('payment_refunds as r')
            .whereRef('r.payment_id', '=', 'p.id')
            .where('r.status', 'in', openRefundStatuses)
            .select('r.id'),
        ),
      ),
    )
    .select(({ fn, val }) => [
      'p.id',
      'p.status',
      'p.amount',
      fn.coalesce('p.refunded_amount', val(0)).as('refunded'),
      'o.total',
    ])
    .orderBy('p.completed_at')
    .orderBy('p.id')
    .execute()

async function payInstead(tx: EntityManager, now: Date, id: string): Promise<void> {
  await db(tx).updateTable('payments').set({ is_surplus: false, updated_at: now }).where('id', '=', id).execute()
  const resolution = 'it pays the order instead of another payment'
  await resolveFlags(tx, now, id, { what: ['paid-twice'], by: 'shop', resolution })
  await syncOrdersPaid(tx, now, [await lockPayment(tx, id)])
}

/** It is not there twice any more, and does not pay the order: whether it goes back is for the owner to say. */
async function flagOtherAmount(tx: EntityManager, now: Date, payment: Surplus): Promise<void> {
  const { id, amount, refunded, total } = payment
  const resolution = 'the order’s own money went back'
  await resolveFlags(tx, now, id, { what: ['paid-twice'], by: 'shop', resolution })
  const what = 'amount-mismatch'
  const details = { amountShillings: shillingsOf(centsOf(amount) - centsOf(refunded)), orderShillings: total }
  const source = 'administrator'
  if (await raiseFlag(tx, now, id, { what, details, source, note: resolution })) {
    await recordEvent(tx, { now, payment, source, note: `flagged: ${what}` })
  }
}

/** What each provider shows on the order goes with its last money there. */
function releasedColumns(): OrderColumns {
  const columns = paymentProviders().map(({ method, storage }) => {
    const hasMoney = sql<boolean>`exists (select from payments where order_id = orders.id and payment_method = ${method}
      and not is_surplus and status in (${literals(paidStatuses)}) and deleted_at is null)`
    return storage.order.released(hasMoney)
  })
  return Object.assign({}, ...columns)
}
