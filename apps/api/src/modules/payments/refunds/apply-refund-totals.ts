import type { OutcomeSource } from '@marashi/domain/rules/payment-status'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { db } from '../../../db/db.ts'
import { raiseFlag } from '../flags/raise-flag.ts'
import { resolveFlags } from '../flags/resolve-flags.ts'
import type { PaymentColumns } from '../providers/provider-storage.ts'
import { type LockedPayment, lockPayment } from '../settlement/lock-payment.ts'
import { recordEvent } from '../settlement/record-event.ts'
import { releaseOrder } from '../settlement/release-order.ts'
import { showRefundedOnOrder, syncOrdersPaid } from '../settlement/sync-order.ts'

/** Doubts about money that has gone back. A dispute or a mismatch stays for the owner to judge. */
const answeredByRefund = ['paid-twice', 'late', 'order-cancelled', 'partly-refunded'] as const

/**
 * Brings a locked payment, and its order, in line with the refunds that succeeded: the whole amount makes the payment
 * refunded and takes it off its order, a part of it is left out of revenue, and money that came back makes the payment
 * completed again; `payment` follows. This file alone writes a payment's refunded amount.
 */
export async function applyRefundTotals(
  tx: EntityManager,
  now: Date,
  payment: LockedPayment,
  source: OutcomeSource,
): Promise<void> {
  const refunded = await succeededOf(tx, payment.id)
  const isWhole = refunded >= payment.amount
  if (payment.status === 'completed' && isWhole) {
    await write(tx, payment, { status: 'refunded', refunded_amount: refunded, updated_at: now })
    await resolveFlags(tx, now, payment.id, { what: answeredByRefund, by: 'shop', resolution: 'refunded' })
    await recordEvent(tx, { now, payment, source, note: `refunded ${refunded}`, toStatus: 'refunded' })
    payment.status = 'refunded'
    await releaseOrder(tx, now, payment)
  } else if (payment.status === 'refunded' && !isWhole) {
    await reinstate(tx, now, payment, { refunded, source })
  } else {
    await writeRefunded(tx, now, payment, refunded)
    await showRefundedOnOrder(tx, now, payment.id)
  }
}

/** Writes, in shillings, what of a locked payment has gone back; its status and its order are for the caller. */
export const writeRefunded = (tx: EntityManager, now: Date, payment: LockedPayment, refunded: number) =>
  write(tx, payment, { refunded_amount: refunded || null, updated_at: now })

async function succeededOf(tx: EntityManager, paymentId: string): Promise<number> {
  const { sum } = await db(tx)
    .selectFrom('payment_refunds')
    .where('payment_id', '=', paymentId)
    .where('status', '=', 'succeeded')
    .select(({ ref }) => sql<number>`coalesce(sum(${ref('amount')}), 0)::float8`.as('sum'))
    .executeTakeFirstOrThrow()
  return sum
}

/** The provider took a refund back. Where other money pays the order by now, this is more than the order asked for. */
async function reinstate(
  tx: EntityManager,
  now: Date,
  payment: LockedPayment,
  { refunded, source }: { refunded: number; source: OutcomeSource },
): Promise<void> {
  const isSurplus = payment.isSurplus || payment.orderIsPaid
  await write(tx, payment, {
    status: 'completed',
    refunded_amount: refunded || null,
    completed_at: sql`coalesce(completed_at, ${now})`,
    is_surplus: isSurplus,
    updated_at: now,
  })
  await recordEvent(tx, { now, payment, source, note: 'money that was refunded came back', toStatus: 'completed' })
  payment.status = 'completed'
  if (isSurplus) {
    const details = { refundFailedAt: now.toISOString() }
    await raiseFlag(tx, now, payment.id, { what: 'paid-twice', details, source })
    return
  }
  await syncOrdersPaid(tx, now, [await lockPayment(tx, payment.id)], { cameBefore: true })
}

const write = (tx: EntityManager, { id }: LockedPayment, columns: PaymentColumns) =>
  db(tx).updateTable('payments').set(columns).where('id', '=', id).execute()
