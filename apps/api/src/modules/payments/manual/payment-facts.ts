import type { PaymentRecord, UpdatePayment } from '@marashi/domain/contracts/admin-payments'
import { centsOf } from '@marashi/domain/rules/money'
import type { EntityManager } from '@mikro-orm/postgresql'
import { db, isUnchangedSince } from '../../../db/db.ts'
import { notFound, ShopError, staleEdit } from '../../../shop-error.ts'
import { providerOf } from '../providers/registry.ts'

export interface StoredPayment {
  orderId: string
  paymentMethod: PaymentRecord['paymentMethod']
  /** Cents, as the fee. */
  amount: number
  processingFee: number | null
  status: PaymentRecord['status']
  transactionId: string | null
  receiptNumber: string | null
  /** The receipt that the provider itself has named. */
  providerReceipt: string | null
  /** What the dialog's transaction box was filled with. */
  shown: string | null
  isManual: boolean
  isCurrent: boolean
}

/** What the payment form changes. */
export type PaymentFacts = Pick<
  StoredPayment,
  'orderId' | 'paymentMethod' | 'amount' | 'processingFee' | 'transactionId' | 'receiptNumber'
>

/**
 * Locks the orders that the payment leaves and joins, in one order for everybody, then the payment. Throws NOT_FOUND, and
 * STALE where somebody else has saved in between.
 */
export async function lockForEdit(
  tx: EntityManager,
  { id, updatedAt }: UpdatePayment,
  orderId: string,
): Promise<StoredPayment> {
  const orders = await db(tx)
    .selectFrom('orders')
    .select('id')
    .where(({ eb, or, selectFrom }) =>
      or([
        eb('id', '=', orderId),
        eb('id', '=', selectFrom('payments').select('order_id').where('payments.id', '=', id)),
      ]),
    )
    .orderBy('id')
    // Of two orders, whose receipts, which are keys, may change in any order: nobody who writes a line of one is waited for then.
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
      'p.provider_receipt as providerReceipt',
      fn.coalesce('p.receipt_number', 'p.provider_receipt', 'p.transaction_id').as('shown'),
      'p.is_manual as isManual',
      isUnchangedSince(ref('p.updated_at'), updatedAt).as('isCurrent'),
    ])
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('Payment')
  // It was moved while its old order was waited for: its new one would be locked after it.
  const isMoved = orders.every((order) => order.id !== row.orderId)
  if (!row.isCurrent || isMoved) throw staleEdit('payment')
  const { amount, processingFee } = row
  return { ...row, amount: centsOf(amount), processingFee: processingFee === null ? null : centsOf(processingFee) }
}

/** What the payment is after the edit. What is left out of it stays. */
export function factsOf(input: UpdatePayment, before: StoredPayment, orderId: string): PaymentFacts {
  const { paymentMethod, amount, processingFee = before.processingFee } = input
  return { orderId, paymentMethod, amount, processingFee, ...referencesOf(input, before) }
}

/**
 * Each reference is what its own field says. The dialog has one box and sends it as the transaction id alone: that edits what
 * the box shows, the receipt where there is one.
 */
function referencesOf(
  { transactionId, receipt_number }: UpdatePayment,
  { shown, isManual, ...before }: StoredPayment,
): Pick<PaymentFacts, 'transactionId' | 'receiptNumber'> {
  const kept = { transactionId: before.transactionId, receiptNumber: before.receiptNumber }
  // A gateway's own reference cannot be emptied.
  const sent = transactionId === undefined || (!transactionId && !isManual) ? kept.transactionId : transactionId || null
  if (receipt_number !== undefined) {
    // Answers show the transaction id under this name where there is no receipt; without one beside it, it is meant as a receipt.
    const isAsShown = receipt_number === shown && (sent !== null || kept.transactionId === null)
    const isKept = receipt_number === null || isAsShown
    return { transactionId: sent, receiptNumber: isKept ? kept.receiptNumber : receipt_number }
  }
  // The dialog's empty box empties what it shows; a null that was read and comes back empties nothing.
  const isEmptied = transactionId === '' && isManual
  if (sent === shown || (sent === kept.transactionId && !isEmptied)) return kept
  return kept.receiptNumber === null ? { ...kept, transactionId: sent } : { ...kept, receiptNumber: sent }
}

/** Throws CONFLICT, with the field, where an edit changes what a provider reported. */
export function refuseRewriting(
  changed: (keyof PaymentFacts)[],
  { providerReceipt, paymentMethod }: StoredPayment,
): void {
  const theirs: Partial<Record<keyof PaymentFacts, string>> = {
    orderId: 'orderId',
    paymentMethod: 'paymentMethod',
    amount: 'amount',
  }
  if (providerReceipt !== null)
    Object.assign(theirs, { receiptNumber: 'transactionId', transactionId: 'transactionId' })
  const field = changed.map((fact) => theirs[fact]).find((name) => name !== undefined)
  if (!field) return
  const message = `${providerOf(paymentMethod).name} has told this, so it cannot be changed. Record another payment instead.`
  throw new ShopError('CONFLICT', message, { fields: { [field]: message } })
}
