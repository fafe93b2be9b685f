import type { PaymentRecord, UpdatePayment } from '@marashi/domain/contracts/admin-payments'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Context } from '../../../kernel/context.ts'
import { notFound, ShopError, staleEdit } from '../../../kernel/errors.ts'
import { unlessChangedSince } from '../../../kernel/sql.ts'
import { asCents, paymentRecordOf, reference, shillingsOf } from '../records/payment-row.ts'
import { recordEvent } from '../settlement/record-event.ts'
import { orderOfReference } from './order-of-reference.ts'
import { refuseUsedReference } from './refuse-used-reference.ts'
import { movePayment } from './set-payment-status.ts'

interface StoredPayment {
  orderId: string
  paymentMethod: PaymentRecord['paymentMethod']
  /** Cents, as the fee. */
  amount: number
  processingFee: number | null
  status: PaymentRecord['status']
  transactionId: string | null
  receiptNumber: string | null
  /** What the dialog's transaction box was filled with (specification §2). */
  shown: string | null
  isByHand: boolean
  isCurrent: boolean
}

type Facts = Pick<
  StoredPayment,
  'orderId' | 'paymentMethod' | 'amount' | 'processingFee' | 'transactionId' | 'receiptNumber'
>

/**
 * Saves the administrator's payment form; amounts in cents. Saving it unchanged changes nothing (decisions 31). What a
 * gateway told (order, method, amount, receipt) is not the form's to change. Throws NOT_FOUND, BAD_REQUEST for an unknown
 * order, CONFLICT for an edit that came too late (STALE), a reference in use, or a change to a gateway's facts.
 */
export async function editPayment(
  { em, clock }: Pick<Context, 'em' | 'clock'>,
  input: UpdatePayment,
): Promise<PaymentRecord> {
  const { id } = input
  await em.fork().transactional(async (tx) => {
    const orderId = await orderOfReference(tx, input.orderId)
    const before = await lock(tx, input, orderId)
    const after = factsOf(input, before, orderId)
    const isNew = (fact: keyof Facts) => after[fact] !== before[fact]
    const changed = (Object.keys(after) as (keyof Facts)[]).filter(isNew)
    if (!before.isByHand) refuseRewriting(changed, before)
    await refuseUsedReference(tx, id, {
      transactionId: isNew('transactionId') ? after.transactionId : null,
      receipt_number: isNew('receiptNumber') ? after.receiptNumber : null,
    })

    const now = clock()
    const isMoved =
      before.status === 'completed' && changed.some((fact) => fact === 'orderId' || fact === 'paymentMethod')
    // It leaves the one order before it pays the other.
    if (isMoved) await movePayment(tx, now, id, { status: 'pending', note: 'moved by hand' })
    if (changed.length > 0) {
      await write(tx, now, id, after)
      await keepInStep(tx, now, id)
    }
    if (changed.length > 0 && !isMoved) {
      const evidence = { source: 'administrator' as const, note: `changed: ${changed.join(', ')}` }
      await recordEvent(tx, { now, payment: { id, status: before.status }, evidence, toStatus: before.status })
    }
    await movePayment(tx, now, id, {
      status: input.status ?? before.status,
      // The gateway's own receipt stays; the box may hold what was typed before it came.
      receipt: before.isByHand || before.receiptNumber !== null ? undefined : (after.transactionId ?? undefined),
    })
  })
  return await paymentRecordOf(em, id)
}

/** Locks the orders it leaves and joins, in one order for everybody, then the payment. */
async function lock(tx: EntityManager, { id, updatedAt }: UpdatePayment, orderId: string): Promise<StoredPayment> {
  await tx.execute(
    `select id from orders where id = ? or id = (select order_id from payments where id = ?) order by id for update`,
    [orderId, id],
  )
  const [row]: StoredPayment[] = await tx.execute(
    `select p.order_id as "orderId", p.payment_method as "paymentMethod", ${asCents('p.amount')} as amount,
            ${asCents('p.processing_fee')} as "processingFee", p.status, p.transaction_id as "transactionId",
            p.receipt_number as "receiptNumber", ${reference} as shown, p.is_by_hand as "isByHand",
            ${unlessChangedSince} as "isCurrent"
     from payments p where p.id = ? and p.deleted_at is null for update`,
    [updatedAt ?? null, id],
  )
  if (!row) throw notFound('Payment')
  if (!row.isCurrent) throw staleEdit('payment')
  return row
}

/** The transaction box edits what it shows: the receipt where there is one, else the transaction id. */
function factsOf(input: UpdatePayment, before: StoredPayment, orderId: string): Facts {
  const { paymentMethod, amount, processingFee = before.processingFee, transactionId = null, receipt_number } = input
  const facts = {
    orderId,
    paymentMethod,
    amount,
    processingFee,
    transactionId: before.transactionId,
    receiptNumber: before.receiptNumber,
  }
  if (receipt_number !== undefined && receipt_number !== before.shown) facts.receiptNumber = receipt_number
  if (transactionId === before.shown || transactionId === before.transactionId) return facts
  // An API caller may leave the box out; a gateway's receipt is not cleared by that.
  if (!before.isByHand && transactionId === null) return facts
  if (before.receiptNumber !== null && facts.receiptNumber === before.receiptNumber) facts.receiptNumber = transactionId
  else facts.transactionId = transactionId
  return facts
}

function refuseRewriting(changed: (keyof Facts)[], { receiptNumber, paymentMethod }: StoredPayment): void {
  const gateway = paymentMethod === 'mpesa' ? 'M-Pesa' : 'Stripe'
  const theirs: Partial<Record<keyof Facts, string>> = {
    orderId: 'orderId',
    paymentMethod: 'paymentMethod',
    amount: 'amount',
  }
  if (receiptNumber !== null) Object.assign(theirs, { receiptNumber: 'transactionId', transactionId: 'transactionId' })
  const field = changed.map((fact) => theirs[fact]).find((name) => name !== undefined)
  if (!field) return
  const sentence = `${gateway} has told this, so it cannot be changed. Record another payment instead.`
  throw new ShopError('CONFLICT', sentence, { fields: { [field]: sentence } })
}

async function write(tx: EntityManager, now: Date, id: string, facts: Facts): Promise<void> {
  const { orderId, paymentMethod, amount, processingFee, transactionId, receiptNumber } = facts
  await tx.execute(
    `update payments set order_id = ?, payment_method = ?, amount = ?, processing_fee = ?, transaction_id = ?,
       receipt_number = ?, updated_at = ? where id = ?`,
    [
      orderId,
      paymentMethod,
      shillingsOf(amount),
      processingFee === null ? null : shillingsOf(processingFee),
      transactionId,
      receiptNumber,
      now,
      id,
    ],
  )
}

/** What a completed payment has told its order, and what its flag says of the amount, follow the edit. */
async function keepInStep(tx: EntityManager, now: Date, id: string): Promise<void> {
  const paid = `o.id = p.order_id and p.id = ? and p.status = 'completed' and not p.is_surplus`
  await tx.execute(
    `update orders o set mpesa_receipt_number = ${reference}, updated_at = ? from payments p
     where ${paid} and p.payment_method = 'mpesa'`,
    [now, id],
  )
  await tx.execute(
    `update payments p set attention = case when p.amount = o.total then nullif(p.attention, 'amount-mismatch')
                                            else coalesce(p.attention, 'amount-mismatch') end
     from orders o where ${paid} and p.is_by_hand`,
    [id],
  )
}
