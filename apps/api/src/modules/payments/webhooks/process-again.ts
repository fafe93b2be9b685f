import type { EntityManager } from '@mikro-orm/postgresql'
import { type SqlBool, sql } from 'kysely'
import { db } from '../../../db/db.ts'
import { providerOf } from '../providers/registry.ts'
import type { LockedTransaction } from '../transactions/lock-transaction.ts'

/** Clocks differ. */
const BEFORE_MONEY_MS = 60 * 60_000

/**
 * Makes a provider's events due again that are about the money of a line, which is the payment `paymentId` from now on: when they came it
 * was no order's, or another's, and the payment would never show what they said, as that the bank disputes it. Events may be
 * processed twice and in any order. What comes to an address of one attempt is about that attempt, whosever the money is.
 */
export async function processAgain(
  tx: EntityManager,
  now: Date,
  { transaction, paymentId }: { transaction: LockedTransaction; paymentId: string },
): Promise<void> {
  const { gateway, occurredAt } = transaction
  const { webhook, ledger } = providerOf(gateway)
  if (!webhook.needsLookUp || !ledger) return
  await db(tx)
    .updateTable('webhook_events')
    .set({ processed_at: null, outcome: null, attempts: 0, next_attempt_at: now })
    .where('gateway', '=', gateway)
    .where('received_at', '>', new Date(occurredAt.getTime() - BEFORE_MONEY_MS))
    .where('processed_at', 'is not', null)
    .where('dismissed_at', 'is', null)
    .where('payment_id', 'is distinct from', paymentId)
    .where(sql<SqlBool>`strpos(body, ${ledger.receiptOf(transaction)}) > 0`)
    .execute()
}
