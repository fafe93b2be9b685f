import type { EntityManager } from '@mikro-orm/postgresql'
import { ShopError } from '../../../shop-error.ts'
import { bookTransaction } from './book-transaction.ts'
import { isFree, lockTransaction } from './lock-transaction.ts'

export interface Assignment {
  transactionId: string
  orderId: string
}

/**
 * Assigns a line to an order, as the owner decides, and answers the payment that it is there. Called before any order or payment is locked
 * (lock-transaction.ts). Throws NOT_FOUND, and CONFLICT where the line is no payment, belongs to one already or was dismissed.
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
  const booked = await bookTransaction(tx, now, {
    transaction,
    orderId,
    namedBy: 'administrator',
    source: 'administrator',
  })
  if (typeof booked === 'string') {
    throw conflict(`Another payment has ${transaction.reference} already. Look at that payment first.`)
  }
  return booked
}

export const conflict = (message: string) => new ShopError('CONFLICT', message)
