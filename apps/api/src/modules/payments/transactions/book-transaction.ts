import { randomUUID } from 'node:crypto'
import type { OutcomeSource } from '@marashi/domain/rules/payment-status'
import { decideSettlement } from '@marashi/domain/rules/settlement'
import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../../db/db.ts'
import { faultPoint } from '../../../fault-points.ts'
import { raiseFlag } from '../flags/raise-flag.ts'
import { providerOf } from '../providers/registry.ts'
import { applyDecision } from '../settlement/apply-decision.ts'
import { lockPayment, settlementState } from '../settlement/lock-payment.ts'
import { recordEvent } from '../settlement/record-event.ts'
import { isReferenceInUse } from '../settlement/reference-in-use.ts'
import type { LockedTransaction } from './lock-transaction.ts'
import { recordTransactionEvent } from './record-transaction-event.ts'

export interface Booking {
  transaction: LockedTransaction
  orderId: string
  by: 'shop' | 'administrator'
  source: OutcomeSource
  /** Only as the money of an attempt of the order, or as exactly what the unpaid order costs. */
  mustFit: boolean
}

/**
 * Books a locked line as the money of an order and answers the payment that it is: an attempt of the order that asked for
 * this amount and may have been paid, else a payment of its own. Answers 'in use' where another payment has the receipt,
 * 'no fit' where it must fit and does not, 'left to owner' where the shop may not decide about it.
 */
export async function bookTransaction(
  tx: EntityManager,
  now: Date,
  { transaction, orderId, by, source, mustFit }: Booking,
): Promise<{ paymentId: string } | 'in use' | 'no fit' | 'left to owner'> {
  const { id, gateway, reference, amountCents, isLeftToOwner } = transaction
  if (isLeftToOwner && by === 'shop') return 'left to owner'
  const order = await db(tx)
    .selectFrom('orders')
    .where('id', '=', orderId)
    .select(['order_number as orderNumber', 'total', 'paid_at as paidAt', 'refunded_at as refundedAt'])
    .forUpdate()
    .executeTakeFirstOrThrow()
  const newId = randomUUID()
  if (await isReferenceInUse(tx, newId, reference)) return 'in use'
  const amountShillings = amountCents / 100
  const attempt = await attemptFor(tx, { orderId, gateway, amountShillings })
  const isUnpaid = order.paidAt === null && order.refundedAt === null
  const fits = isUnpaid && order.total === amountShillings
  if (!attempt && mustFit && !fits) return 'no fit'
  const note = `${reference} of the gateway’s own books`
  if (!attempt) await storePayment(tx, now, { id: newId, orderId, gateway, amountShillings, source, note })
  const payment = await lockPayment(tx, attempt ?? newId)
  const outcome = {
    // The owner names the order; that the money came is the gateway's own word, and so is its receipt.
    source: source === 'administrator' ? ('confirmation' as const) : source,
    kind: 'succeeded' as const,
    amountShillings,
    receipt: reference,
    note,
    payload: { receipt: reference, amountShillings, account: transaction.account },
  }
  const decision = decideSettlement(settlementState(payment), outcome, { isReceiptUsed: false, refusedBefore: null })
  await applyDecision(tx, now, { payment, outcome, decision })
  if (!decision.isSurplus && payment.amount !== payment.orderTotal) {
    const details = { amountShillings: payment.amount, orderShillings: payment.orderTotal }
    await raiseFlag(tx, now, payment.id, { what: 'amount-mismatch', details, source })
  }
  faultPoint('transaction-booked')
  await db(tx).updateTable('gateway_transactions').set({ payment_id: payment.id }).where('id', '=', id).execute()
  await recordTransactionEvent(tx, { now, id, by, what: 'assigned', note: order.orderNumber })
  return { paymentId: payment.id }
}

/**
 * An attempt of the order whose money this may be: it asked for the amount, has no receipt, and is open, is still asked
 * about, or counts as paid by a status query alone. Only a gateway that reports payments by itself has such attempts.
 */
async function attemptFor(
  tx: EntityManager,
  {
    orderId,
    gateway,
    amountShillings,
  }: { orderId: string; gateway: LockedTransaction['gateway']; amountShillings: number },
): Promise<string | undefined> {
  if (!providerOf(gateway).confirmations) return undefined
  const attempt = await db(tx)
    .selectFrom('payments')
    .select('id')
    .where('order_id', '=', orderId)
    .where('payment_method', '=', gateway)
    .where('is_manual', '=', false)
    .where('amount', '=', amountShillings)
    .where('provider_receipt', 'is', null)
    .where('receipt_number', 'is', null)
    .where(({ and, eb, or }) =>
      or([
        eb('status', 'in', ['pending', 'processing', 'completed']),
        and([eb('status', 'in', ['failed', 'cancelled']), eb('next_query_at', 'is not', null)]),
      ]),
    )
    // Money that is on the books without a receipt comes first: it must not be there twice.
    .orderBy(({ eb }) => eb('status', '=', 'completed'), 'desc')
    .orderBy(({ eb }) => eb('status', 'in', ['pending', 'processing']), 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return attempt?.id
}

interface NewPayment {
  id: string
  orderId: string
  gateway: LockedTransaction['gateway']
  amountShillings: number
  source: OutcomeSource
  note: string
}

async function storePayment(
  tx: EntityManager,
  now: Date,
  { id, orderId, gateway, amountShillings, source, note }: NewPayment,
): Promise<void> {
  await db(tx)
    .insertInto('payments')
    .values({
      id,
      order_id: orderId,
      payment_method: gateway,
      amount: amountShillings,
      status: 'pending',
      created_at: now,
      updated_at: now,
    })
    .execute()
  await recordEvent(tx, { now, payment: { id, status: null }, source, note, toStatus: 'pending' })
}
