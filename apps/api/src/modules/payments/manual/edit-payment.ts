import type { PaymentRecord, UpdatePayment } from '@marashi/domain/contracts/admin-payments'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { db, isUnchangedSince } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { notFound, ShopError, staleEdit } from '../../../shop-error.ts'
import { raiseFlag } from '../flags/raise-flag.ts'
import { resolveFlags } from '../flags/resolve-flags.ts'
import { providerOf } from '../providers/registry.ts'
import { centsOf, paymentRecordOf, shillingsOf } from '../records/payment-row.ts'
import { refuseBelowRefunds } from '../refunds/manual-refunds.ts'
import { recordEvent } from '../settlement/record-event.ts'
import { orderOfReference } from './order-of-reference.ts'
import { refuseUsedReference } from './refuse-used-reference.ts'
import { setPaymentStatus } from './set-payment-status.ts'

interface StoredPayment {
  orderId: string
  paymentMethod: PaymentRecord['paymentMethod']
  /** Cents, as the fee. */
  amount: number
  processingFee: number | null
  status: PaymentRecord['status']
  transactionId: string | null
  receiptNumber: string | null
  /** What the dialog's transaction box was filled with. */
  shown: string | null
  isManual: boolean
  isCurrent: boolean
}

type Facts = Pick<
  StoredPayment,
  'orderId' | 'paymentMethod' | 'amount' | 'processingFee' | 'transactionId' | 'receiptNumber'
>

/**
 * Saves the administrator's payment form; amounts in cents. Saving it unchanged changes nothing. What a provider reported
 * (order, method, amount, receipt) is not the form's to change. Throws NOT_FOUND, BAD_REQUEST for an unknown
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
    if (!before.isManual) refuseRewriting(changed, before)
    await refuseUsedReference(tx, id, {
      transactionId: isNew('transactionId') ? after.transactionId : null,
      receipt_number: isNew('receiptNumber') ? after.receiptNumber : null,
    })

    const now = clock()
    const isMoved =
      before.status === 'completed' && changed.some((fact) => fact === 'orderId' || fact === 'paymentMethod')
    // It leaves the one order before it pays the other.
    if (isMoved) await setPaymentStatus(tx, now, id, { status: 'pending', note: 'moved by hand' })
    if (isNew('amount')) await refuseBelowRefunds(tx, id, after.amount)
    if (changed.length > 0) {
      await write(tx, now, id, after)
      await syncCompleted(tx, now, id, after)
    }
    if (changed.length > 0 && !isMoved) {
      const note = `changed: ${changed.join(', ')}`
      await recordEvent(tx, { now, payment: { id, status: before.status }, source: 'administrator', note })
    }
    await setPaymentStatus(tx, now, id, {
      status: input.status ?? before.status,
      // The gateway's own receipt stays; the box may hold what was typed before it came.
      receipt: before.isManual || before.receiptNumber !== null ? undefined : (after.transactionId ?? undefined),
    })
  })
  return await paymentRecordOf(em, id)
}

/** Locks the orders it leaves and joins, in one order for everybody, then the payment. */
async function lock(tx: EntityManager, { id, updatedAt }: UpdatePayment, orderId: string): Promise<StoredPayment> {
  await db(tx)
    .selectFrom('orders')
    .select('id')
    .where(({ eb, or, selectFrom }) =>
      or([
        eb('id', '=', orderId),
        eb('id', '=', selectFrom('payments').select('order_id').where('payments.id', '=', id)),
      ]),
    )
    .orderBy('id')
    .forUpdate()
    .execute()
  const row = await db(tx)
    .selectFrom('payments as p')
    .where('p.id', '=', id)
    .where('p.deleted_at', 'is', null)
    .select(({ fn, ref }) => [
      'p.order_id as orderId',
      'p.payment_method as paymentMethod',
      'p.amount',
      'p.processing_fee as processingFee',
      'p.status',
      'p.transaction_id as transactionId',
      'p.receipt_number as receiptNumber',
      fn.coalesce('p.receipt_number', 'p.provider_receipt', 'p.transaction_id').as('shown'),
      'p.is_manual as isManual',
      isUnchangedSince(ref('p.updated_at'), updatedAt).as('isCurrent'),
    ])
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('Payment')
  if (!row.isCurrent) throw staleEdit('payment')
  const { amount, processingFee } = row
  return { ...row, amount: centsOf(amount), processingFee: processingFee === null ? null : centsOf(processingFee) }
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
  if (!before.isManual && transactionId === null) return facts
  if (before.receiptNumber !== null && facts.receiptNumber === before.receiptNumber) facts.receiptNumber = transactionId
  else facts.transactionId = transactionId
  return facts
}

function refuseRewriting(changed: (keyof Facts)[], { receiptNumber, paymentMethod }: StoredPayment): void {
  const theirs: Partial<Record<keyof Facts, string>> = {
    orderId: 'orderId',
    paymentMethod: 'paymentMethod',
    amount: 'amount',
  }
  if (receiptNumber !== null) Object.assign(theirs, { receiptNumber: 'transactionId', transactionId: 'transactionId' })
  const field = changed.map((fact) => theirs[fact]).find((name) => name !== undefined)
  if (!field) return
  const message = `${providerOf(paymentMethod).name} has told this, so it cannot be changed. Record another payment instead.`
  throw new ShopError('CONFLICT', message, { fields: { [field]: message } })
}

async function write(tx: EntityManager, now: Date, id: string, facts: Facts): Promise<void> {
  const { orderId, paymentMethod, amount, processingFee, transactionId, receiptNumber } = facts
  await db(tx)
    .updateTable('payments')
    .set({
      order_id: orderId,
      payment_method: paymentMethod,
      amount: shillingsOf(amount),
      processing_fee: processingFee === null ? null : shillingsOf(processingFee),
      transaction_id: transactionId,
      receipt_number: receiptNumber,
      updated_at: now,
    })
    .where('id', '=', id)
    .execute()
}

/** The order's receipt and the flag of a completed payment follow the edit. */
async function syncCompleted(tx: EntityManager, now: Date, id: string, { paymentMethod }: Facts): Promise<void> {
  const { receipt } = providerOf(paymentMethod).storage.order
  if (receipt) {
    const shown = sql<string | null>`coalesce(p.receipt_number, p.provider_receipt, p.transaction_id)`
    await db(tx)
      .updateTable('orders')
      .from('payments as p')
      .set({ ...receipt.columns(shown), updated_at: now })
      .whereRef('orders.id', '=', 'p.order_id')
      .where('p.id', '=', id)
      .where('p.status', '=', 'completed')
      .where('p.is_surplus', '=', false)
      .execute()
  }
  await flagAmount(tx, now, id)
}

/** A manual payment is flagged for as long as its amount is not its order's total. */
async function flagAmount(tx: EntityManager, now: Date, id: string): Promise<void> {
  const entered = await db(tx)
    .selectFrom('payments as p')
    .innerJoin('orders as o', 'o.id', 'p.order_id')
    .where('p.id', '=', id)
    .where('p.status', '=', 'completed')
    .where('p.is_surplus', '=', false)
    .where('p.is_manual', '=', true)
    .select(['p.amount', 'o.total'])
    .executeTakeFirst()
  if (!entered) return
  const { amount, total } = entered
  const details = { amountShillings: amount, orderShillings: total }
  const resolution = 'the amount was changed'
  await resolveFlags(tx, now, id, { what: ['amount-mismatch'], by: 'shop', resolution, except: details })
  if (amount !== total) await raiseFlag(tx, now, id, { what: 'amount-mismatch', details, source: 'administrator' })
}
