import type { GatewayTransaction, UnassignTransaction } from '@marashi/domain/contracts/admin-transactions'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { db } from '../../../db/db.ts'
import { faultPoint } from '../../../fault-points.ts'
import type { Context } from '../../../http/context.ts'
import { refuseClaimsWithoutMoney } from '../claims/refuse-claims-without-money.ts'
import { dropUnsentReceipt } from '../emails/drop-unsent-emails.ts'
import { resolveFlags } from '../flags/resolve-flags.ts'
import { providerOf } from '../providers/registry.ts'
import { type LockedPayment, lockPayment } from '../settlement/lock-payment.ts'
import { recordEvent } from '../settlement/record-event.ts'
import { releaseOrder } from '../settlement/release-order.ts'
import { conflict } from './assign-transaction.ts'
import { lastConnection } from './last-connection.ts'
import { type LockedTransaction, lockTransaction } from './lock-transaction.ts'
import { recordTransactionEvent } from './record-transaction-event.ts'
import { transactionRecordOf } from './transaction-row.ts'

const source = 'administrator'

/**
 * Takes money off the order that it was assigned to: a payment that was made of it goes off the lists, an attempt waits
 * for its own report again, and the order is released. A receipt that was typed for it is refused, and books the money for no
 * order again: only the owner does. Throws NOT_FOUND, and CONFLICT where the money is another order's than `orderId` by now, the gateway
 * itself named the payment, or money of it went back.
 */
export async function unassignTransaction(
  ctx: Pick<Context, 'em' | 'clock'>,
  { id, orderId }: UnassignTransaction,
): Promise<GatewayTransaction> {
  await ctx.em.fork().transactional(async (tx) => {
    const now = ctx.clock()
    const transaction = await lockTransaction(tx, id)
    if (transaction.paymentId === null) throw conflict('This money belongs to no order.')
    const payment = await lockPayment(tx, transaction.paymentId)
    if (orderId !== undefined && payment.orderId !== orderId)
      throw conflict('This money belongs to another order by now.')
    // Its own report may have come while this waited for the payment.
    await refuseUnlessAssigned(tx, transaction)
    await refuseAfterRefund(tx, payment.id)
    await db(tx)
      .updateTable('gateway_transactions')
      .set({ payment_id: null, is_left_to_owner: true })
      .where('id', '=', id)
      .execute()
    await takeBack(tx, now, { payment, reference: transaction.reference })
    await refuseClaimsWithoutMoney(tx, now, payment.orderId)
    await recordTransactionEvent(tx, { now, id, by: 'administrator', what: 'unassigned' })
    faultPoint('unassign-before-commit')
  })
  faultPoint('unassign-committed')
  return await transactionRecordOf(ctx, id)
}

async function refuseUnlessAssigned(tx: EntityManager, { id, gateway }: LockedTransaction): Promise<void> {
  const { last } = await db(tx)
    .selectFrom('gateway_transactions as t')
    .where('t.id', '=', id)
    .select(lastConnection('t').as('last'))
    .executeTakeFirstOrThrow()
  if (last === 'assigned') return
  const { name } = providerOf(gateway)
  throw conflict(`This payment has the receipt from ${name} or from you, so its money stays there. Edit the payment.`)
}

async function refuseAfterRefund(tx: EntityManager, paymentId: string): Promise<void> {
  const refund = await db(tx)
    .selectFrom('payment_refunds')
    .select('id')
    .where('payment_id', '=', paymentId)
    .where('status', '<>', 'failed')
    .limit(1)
    .executeTakeFirst()
  if (refund) throw conflict('Money of this payment went back to the customer, so it stays where it is.')
}

async function takeBack(
  tx: EntityManager,
  now: Date,
  { payment, reference }: { payment: LockedPayment; reference: string },
): Promise<void> {
  const { id } = payment
  const isAttempt = sql<boolean>`callback_token_hash is not null`
  await db(tx)
    .updateTable('payments')
    .set({
      status: 'cancelled',
      failure_code: 'unassigned',
      failure_reason: 'Its money was assigned to it by mistake.',
      failed_at: now,
      completed_at: null,
      is_surplus: false,
      receipt_number: null,
      provider_receipt: null,
      // The prompt of an attempt may have been paid with other money.
      next_query_at: sql`case when ${isAttempt} then ${now}::timestamptz end`,
      deleted_at: sql`case when not ${isAttempt} then ${now}::timestamptz end`,
      updated_at: now,
      ...providerOf(payment.paymentMethod).storage.payment({ receipt: null }),
    })
    .where('id', '=', id)
    .execute()
  await recordEvent(tx, { now, payment, source, note: `${reference} was taken off`, toStatus: 'cancelled' })
  await dropUnsentReceipt(tx, id)
  const resolution = 'its money was assigned by mistake'
  await resolveFlags(tx, now, id, { what: 'all', by: 'administrator', resolution })
  if (payment.status === 'completed') await releaseOrder(tx, now, payment)
}
