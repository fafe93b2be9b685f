import type { EntityManager } from '@mikro-orm/postgresql'
import { ShopError } from '../../../kernel/errors.ts'
import { recordEvent } from '../settlement/record-event.ts'
import { markRefunded } from '../settlement/record-refund.ts'
import { releaseOrder } from '../settlement/release-order.ts'
import { lockForSettling, markCompleted, markGivenUp, type SettledRow } from '../settlement/settle-payment.ts'

type Status = SettledRow['status']

const source = 'administrator'

/**
 * The administrator says how a payment stands. What was entered by hand may be set to anything, and its order follows.
 * Where a gateway moved the money the books are the gateway's: refunded follows completed alone, nothing else follows it,
 * and a refund is only taken back where the administrator alone had told of it (decisions 24). Throws CONFLICT otherwise.
 *
 * `receipt`: what the administrator read on the gateway's statement, for an attempt whose own message never came.
 */
export async function movePayment(
  tx: EntityManager,
  now: Date,
  paymentId: string,
  { status, receipt, note }: { status: Status; receipt?: string; note?: string },
): Promise<void> {
  const payment = await lockForSettling(tx, paymentId)
  if (payment.status === status) return
  if (!payment.isByHand) await refuseRewriting(tx, payment, status)
  if (status === 'completed') {
    await markCompleted(tx, now, payment, { source, outcome: 'succeeded', receipt, note })
  } else if (status === 'refunded' && payment.status === 'completed') {
    await markRefunded(tx, now, payment, { cents: Math.round(payment.amount * 100), source })
  } else if ((status === 'failed' || status === 'cancelled') && isOpen(payment) && !payment.isByHand) {
    const reason = 'Set by the shop.'
    await markGivenUp(tx, now, payment, { source, outcome: status, code: source, reason, note })
  } else {
    await write(tx, now, payment, { status, note })
  }
}

const isOpen = ({ status }: SettledRow) => status === 'pending' || status === 'processing'

async function refuseRewriting(tx: EntityManager, payment: SettledRow, status: Status): Promise<void> {
  if (payment.status === 'completed' && status !== 'refunded') {
    throw new ShopError('CONFLICT', 'The gateway has taken this money. A completed payment can only become refunded.')
  }
  if (status === 'refunded' && payment.status !== 'completed') {
    throw new ShopError('CONFLICT', 'No money has come by this attempt. Only a completed payment can become refunded.')
  }
  if (payment.status !== 'refunded') return
  const [last]: { source: string }[] = await tx.execute(
    `select source from payment_events where payment_id = ? and to_status = 'refunded' order by id desc limit 1`,
    [payment.id],
  )
  if (status !== 'completed' || last?.source !== source) {
    throw new ShopError('CONFLICT', 'This money went back to the customer. A refunded payment stays refunded.')
  }
}

/** A status that moves no money, or takes back what was only entered by hand. */
async function write(
  tx: EntityManager,
  now: Date,
  payment: SettledRow,
  { status, note }: { status: Status; note?: string },
): Promise<void> {
  const failedAt = status === 'failed' || status === 'cancelled' ? now : null
  await tx.execute(
    `update payments set status = ?, failed_at = ?, completed_at = null, is_surplus = false, attention = null,
       refunded_amount = case when ? = 'refunded' then amount end, updated_at = ? where id = ?`,
    [status, failedAt, status, now, payment.id],
  )
  await recordEvent(tx, { now, payment, evidence: { source, note }, toStatus: status })
  if (payment.status === 'completed') await releaseOrder(tx, now, payment)
}
