import type { TransactionEventKind } from '@marashi/domain/rules/gateway-transaction'
import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../../db/db.ts'

export interface TransactionEventToRecord {
  now: Date
  /** Of the transaction. */
  id: string
  by: 'shop' | 'administrator'
  what: TransactionEventKind
  note?: string | undefined
}

/** Adds one line to a transaction's history, in the database transaction that makes it true. */
export async function recordTransactionEvent(
  tx: EntityManager,
  { now, id, by, what, note }: TransactionEventToRecord,
): Promise<void> {
  await db(tx)
    .insertInto('gateway_transaction_events')
    .values({ transaction_id: id, at: now, by, what, note })
    .execute()
}
