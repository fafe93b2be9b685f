import type { OutcomeSource } from '@marashi/domain/rules/payment-status'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { raiseFlag } from '../flags/raise-flag.ts'
import { resolveFlags } from '../flags/resolve-flags.ts'
import { shillingsOf } from '../records/payment-row.ts'
import { type LockedPayment, lockPayment } from './lock-payment.ts'
import { recordEvent } from './record-event.ts'
import { releaseOrder } from './release-order.ts'

/**
 * Records that money went back: the whole amount makes the payment refunded and takes it off its order, a part of it is
 * kept on the completed payment and flagged. The same refund again changes nothing.
 */
export async function recordRefund(
  { em, clock }: Pick<Context, 'em' | 'clock'>,
  paymentId: string,
  refund: { cents: number; source: OutcomeSource },
): Promise<void> {
  await em.fork().transactional(async (tx) => {
    const payment = await lockPayment(tx, paymentId)
    if (payment.status === 'completed') await markRefunded(tx, clock(), payment, refund)
  })
}

/** Doubts about money that has gone back. A dispute or a mismatch stays for the owner to judge. */
const answeredByRefund = ['paid-twice', 'late', 'order-cancelled', 'partly-refunded'] as const

/** The same for a completed payment that is locked already. */
export async function markRefunded(
  tx: EntityManager,
  now: Date,
  payment: LockedPayment,
  { cents, source }: { cents: number; source: OutcomeSource },
): Promise<void> {
  const refunded = shillingsOf(cents)
  const isWhole = refunded >= payment.amount
  const changed = await db(tx)
    .updateTable('payments')
    .set({
      refunded_amount: refunded,
      updated_at: now,
      status: isWhole ? 'refunded' : undefined,
    })
    .where('id', '=', payment.id)
    .where(sql<number>`coalesce(refunded_amount, 0)`, '<', refunded)
    .returning('id')
    .executeTakeFirst()
  if (!changed) return
  if (isWhole) {
    await resolveFlags(tx, now, payment.id, { what: answeredByRefund, by: 'shop', resolution: 'refunded' })
  } else {
    await raiseFlag(tx, now, payment.id, { what: 'partly-refunded', details: { refundedShillings: refunded }, source })
  }
  const toStatus = isWhole ? 'refunded' : 'completed'
  await recordEvent(tx, { now, payment, source, note: `refunded ${refunded}`, toStatus })
  if (isWhole) await releaseOrder(tx, now, payment)
}
