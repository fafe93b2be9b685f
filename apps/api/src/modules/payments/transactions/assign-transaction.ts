import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../../db/db.ts'
import { ShopError } from '../../../shop-error.ts'
import { providerOf } from '../providers/registry.ts'
import { bookTransaction } from './book-transaction.ts'
import { linkTransaction } from './link-transaction.ts'
import { isFree, type LockedTransaction, lockTransaction } from './lock-transaction.ts'

export interface Assignment {
  transactionId: string
  orderId: string
}

/**
 * Assigns a line to an order, as the owner decides, and answers the payment that it is there. Called before any order or payment is locked
 * (lock-transaction.ts). Throws NOT_FOUND, and CONFLICT where the line is no payment, belongs to one already, was dismissed, or is
 * the money of another order by the gateway's own word.
 */
export async function assignTransaction(
  tx: EntityManager,
  now: Date,
  { transactionId, orderId }: Assignment,
): Promise<{ paymentId: string }> {
  const transaction = await lockTransaction(tx, transactionId)
  if (transaction.kind !== 'payment') throw conflict('Only money that came in can be assigned to an order.')
  if (transaction.isDismissed) throw conflict('This money was dismissed as no sale. Restore it first.')
  if (!isFree(transaction)) throw conflict('This money belongs to an order already.')
  const orderNumber = await otherOrderOf(tx, transaction, orderId)
  if (orderNumber) {
    const { name } = providerOf(transaction.gateway)
    const instead = 'If the customer meant another order, give it back there and ask for the money again.'
    throw conflict(`${name} says that this money was paid for order ${orderNumber}. Assign it to that one. ${instead}`)
  }
  // The payment may have been settled since the job last compared the lines.
  const linked = await linkTransaction(tx, now, transaction)
  if (linked?.paymentId) {
    if (await isOfOrder(tx, linked.paymentId, orderId)) return { paymentId: linked.paymentId }
    throw inUse(transaction)
  }
  const booked = await bookTransaction(tx, now, {
    transaction,
    orderId,
    namedBy: 'administrator',
    source: 'administrator',
  })
  if (typeof booked === 'string') throw inUse(transaction)
  return booked
}

/** Whether this payment is one of this order. */
export async function isOfOrder(tx: EntityManager, paymentId: string, orderId: string): Promise<boolean> {
  const there = await db(tx)
    .selectFrom('payments')
    .select('id')
    .where('id', '=', paymentId)
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  return there !== undefined
}

const inUse = ({ reference }: LockedTransaction) =>
  conflict(`Another payment has ${reference} already. Look at that payment first.`)

/** The number of another order than this one, by an attempt of which the gateway's list says that the money came. */
async function otherOrderOf(
  tx: EntityManager,
  { gateway, paymentReference }: LockedTransaction,
  orderId: string,
): Promise<string | undefined> {
  if (paymentReference === null) return undefined
  const other = await db(tx)
    .selectFrom('payments as p')
    .innerJoin('orders as o', 'o.id', 'p.order_id')
    .where('p.payment_method', '=', gateway)
    .where('p.provider_reference', '=', paymentReference)
    .where('p.order_id', '<>', orderId)
    .select('o.order_number')
    .executeTakeFirst()
  return other?.order_number
}

export const conflict = (message: string) => new ShopError('CONFLICT', message)
