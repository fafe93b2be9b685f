import { randomUUID } from 'node:crypto'
import type { LeftToOwnerReason } from '@marashi/domain/rules/gateway-transaction'
import { isBeforeOrder, type MoneyOfOrder } from '@marashi/domain/rules/money-before-order'
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
import { attemptOfMoney } from './attempt-of-money.ts'
import { eraseKnownPayers } from './erased-payer.ts'
import type { LockedTransaction } from './lock-transaction.ts'
import { recordTransactionEvent } from './record-transaction-event.ts'
import { isSamePhone } from './same-phone.ts'

export interface Booking {
  transaction: LockedTransaction
  orderId: string
  /**
   * Who connects the two. An account that the payer typed is believed only where the money is that of an attempt, or exactly
   * what the unpaid order costs.
   */
  namedBy: MoneyOfOrder['namedBy'] | 'administrator'
  source: OutcomeSource
}

/**
 * Books a locked line as the money of an order and answers the payment that it is: an attempt of the order that asked for
 * this amount and may have been paid, else a payment of its own. Answers 'in use' where another payment has the receipt,
 * 'no fit' where the account does not fit, and why, where only the owner may book it.
 */
export async function bookTransaction(
  tx: EntityManager,
  now: Date,
  { transaction, orderId, namedBy, source }: Booking,
): Promise<{ paymentId: string } | 'in use' | 'no fit' | LeftToOwnerReason> {
  const { id, gateway, reference, amountCents } = transaction
  const order = await lockOrder(tx, { orderId, transactionId: id })
  const newId = randomUUID()
  const receipt = providerOf(gateway).ledger?.receiptOf(transaction) ?? reference
  for (const name of new Set([receipt, reference])) {
    if (await isReferenceInUse(tx, newId, name)) return 'in use'
  }
  const left = namedBy === 'administrator' ? null : leftToOwner(transaction, { ...order, namedBy })
  if (left) return left
  const amountShillings = amountCents / 100
  const attempt = await attemptOfMoney(tx, { orderId, transaction, amountShillings })
  const isUnpaid = order.paidAt === null && order.refundedAt === null
  const fits = isUnpaid && order.total === amountShillings
  if (!attempt && namedBy === 'account' && !fits) return 'no fit'
  const note = `${reference} of the gateway’s own books`
  if (!attempt) await storePayment(tx, now, { id: newId, orderId, gateway, amountShillings, source, note })
  const payment = await lockPayment(tx, attempt ?? newId)
  const outcome = {
    // The owner names the order; that the money came is the gateway's own word, and so is its receipt.
    source: source === 'administrator' ? ('confirmation' as const) : source,
    kind: 'succeeded' as const,
    amountShillings,
    receipt,
    note,
    payload: { receipt, amountShillings, account: transaction.account },
    // What went back of it while it was no order's.
    hasMore: providerOf(gateway).refunds?.list !== undefined,
  }
  const decision = decideSettlement(settlementState(payment), outcome, { isReceiptUsed: false, refusedBefore: null })
  await applyDecision(tx, now, { payment, outcome, decision })
  if (!decision.isSurplus && payment.amount !== payment.orderTotal) {
    const details = { amountShillings: payment.amount, orderShillings: payment.orderTotal }
    await raiseFlag(tx, now, payment.id, { what: 'amount-mismatch', details, source })
  }
  faultPoint('transaction-booked')
  await db(tx).updateTable('gateway_transactions').set({ payment_id: payment.id }).where('id', '=', id).execute()
  await eraseKnownPayers(tx, now, [id])
  const by = namedBy === 'administrator' ? 'administrator' : 'shop'
  await recordTransactionEvent(tx, { now, id, by, what: 'assigned', note: order.orderNumber })
  return { paymentId: payment.id }
}

/** The order that the money is for, locked, and whether the phone that paid is its own. */
const lockOrder = (tx: EntityManager, { orderId, transactionId }: { orderId: string; transactionId: string }) =>
  db(tx)
    .selectFrom('orders as o')
    .innerJoin('gateway_transactions as t', (join) => join.on('t.id', '=', transactionId))
    .where('o.id', '=', orderId)
    .select([
      'o.order_number as orderNumber',
      'o.total',
      'o.created_at as placedAt',
      'o.paid_at as paidAt',
      'o.refunded_at as refundedAt',
      isSamePhone.$castTo<boolean>().as('isSamePhone'),
    ])
    .forNoKeyUpdate('o')
    .executeTakeFirstOrThrow()

function leftToOwner(
  { isLeftToOwner, isSentBack, occurredAt: movedAt }: LockedTransaction,
  order: Omit<MoneyOfOrder, 'movedAt'>,
): LeftToOwnerReason | null {
  if (isLeftToOwner) return 'unproved'
  if (isSentBack) return 'sent-back'
  return isBeforeOrder({ ...order, movedAt }) ? 'before-order' : null
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
