import { centsOf } from '@marashi/domain/rules/money'
import { leftToRefund, reserved } from '@marashi/domain/rules/refund'
import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../../db/db.ts'
import { notFound } from '../../../shop-error.ts'
import { type LockedPayment, lockPayment } from '../settlement/lock-payment.ts'

/** A refund as it stands, its payment and order locked before it. */
export type LockedRefund = Awaited<ReturnType<typeof lockRefunds>>[number]

/** What is read of a refund that is locked. */
export const lockedColumns = [
  'id',
  'payment_id as paymentId',
  'status',
  'amount',
  'requested_by as requestedBy',
  'is_manual as isManual',
  'idempotency_key as idempotencyKey',
  'provider_reference as reference',
  'provider_receipt as receipt',
] as const

/** Locks and answers all refunds of a payment that is locked, oldest first. */
export const lockRefunds = (tx: EntityManager, paymentId: string) =>
  db(tx)
    .selectFrom('payment_refunds')
    .where('payment_id', '=', paymentId)
    .select(lockedColumns)
    .orderBy('requested_at')
    .orderBy('id')
    .forUpdate()
    .execute()

/** Locks a refund after its order and its payment, as every writer does, with the payment's others. Throws NOT_FOUND. */
export async function lockRefund(
  tx: EntityManager,
  id: string,
): Promise<{ payment: LockedPayment; refund: LockedRefund; refunds: LockedRefund[] }> {
  const row = await db(tx)
    .selectFrom('payment_refunds')
    .select('payment_id as paymentId')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('Refund')
  const payment = await lockPayment(tx, row.paymentId)
  const refunds = await lockRefunds(tx, row.paymentId)
  const refund = refunds.find((each) => each.id === id)
  if (!refund) throw notFound('Refund')
  return { payment, refund, refunds }
}

/** What of a locked payment may still go back, in cents. */
export const centsLeft = ({ amount }: Pick<LockedPayment, 'amount'>, refunds: readonly LockedRefund[]): number =>
  leftToRefund(centsOf(amount), inCents(refunds))

/** What went back by these refunds, or is on its way, in cents. */
export const centsReserved = (refunds: readonly LockedRefund[]): number => reserved(inCents(refunds))

const inCents = (refunds: readonly LockedRefund[]) =>
  refunds.map(({ status, amount }) => ({ status, amount: centsOf(amount) }))
