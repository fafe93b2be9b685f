import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../../db/db.ts'
import { paymentOfTransaction } from './payment-of-transaction.ts'
import { recordTransactionEvent } from './record-transaction-event.ts'

const linesOf = (tx: EntityManager, paymentId: string) =>
  db(tx)
    .selectFrom('gateway_transactions')
    .where('payment_id', '=', paymentId)
    .select([
      'id',
      'gateway',
      'reference',
      'related_reference as relatedReference',
      'payment_reference as paymentReference',
    ])

/** Locks the lines of a payment that is about to change, before the payment itself (lock-transaction.ts). */
export async function lockTransactionsOf(tx: EntityManager, paymentId: string): Promise<void> {
  await linesOf(tx, paymentId).orderBy('id').forUpdate().execute()
}

/** A payment that was taken off, reopened or given another receipt is its lines no longer: they are unmatched again. */
export async function giveBackTransactions(tx: EntityManager, now: Date, paymentId: string): Promise<void> {
  await giveBack(tx, now, paymentId, { by: 'administrator', note: 'its payment was changed' })
}

/**
 * The same where a provider names another receipt than the administrator typed, or another payment. Such a report knows too late
 * which lines to lock before the payment: where it and somebody else wait for each other, PostgreSQL ends one of them, and a
 * report is processed again.
 */
export async function giveBackMistyped(tx: EntityManager, now: Date, paymentId: string): Promise<void> {
  await giveBack(tx, now, paymentId, { by: 'shop', note: 'its receipt was mistyped' })
}

async function giveBack(
  tx: EntityManager,
  now: Date,
  paymentId: string,
  said: { by: 'administrator' | 'shop'; note: string },
): Promise<void> {
  for (const line of await linesOf(tx, paymentId).execute()) {
    if ((await paymentOfTransaction(tx, line)) === paymentId) continue
    await db(tx).updateTable('gateway_transactions').set({ payment_id: null }).where('id', '=', line.id).execute()
    await recordTransactionEvent(tx, { now, id: line.id, what: 'unassigned', ...said })
  }
}
