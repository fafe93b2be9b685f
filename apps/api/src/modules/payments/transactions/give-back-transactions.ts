import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../../db/db.ts'
import { paymentOfTransaction } from './payment-of-transaction.ts'
import { recordTransactionEvent } from './record-transaction-event.ts'

const linesOf = (tx: EntityManager, paymentId: string) =>
  db(tx)
    .selectFrom('gateway_transactions')
    .where('payment_id', '=', paymentId)
    .select(['id', 'gateway', 'reference', 'related_reference as relatedReference'])

/** Locks the lines of a payment that is about to change, before the payment itself (lock-transaction.ts). */
export async function lockTransactionsOf(tx: EntityManager, paymentId: string): Promise<void> {
  await linesOf(tx, paymentId).orderBy('id').forUpdate().execute()
}

/** A payment that was taken off, reopened or given another receipt is its lines no longer: they are unmatched again. */
export async function giveBackTransactions(tx: EntityManager, now: Date, paymentId: string): Promise<void> {
  for (const line of await linesOf(tx, paymentId).execute()) {
    if ((await paymentOfTransaction(tx, line)) === paymentId) continue
    await db(tx).updateTable('gateway_transactions').set({ payment_id: null }).where('id', '=', line.id).execute()
    const note = 'its payment was changed'
    await recordTransactionEvent(tx, { now, id: line.id, by: 'administrator', what: 'unassigned', note })
  }
}
