import type { OutcomeSource } from '@marashi/domain/rules/payment-status'
import type { EntityManager } from '@mikro-orm/postgresql'
import { type SqlBool, sql } from 'kysely'
import { db } from '../../../db/db.ts'
import { lastConnection } from './last-connection.ts'
import { recordTransactionEvent } from './record-transaction-event.ts'

/** Who speaks of one attempt; a confirmation speaks of the line. */
const ownReports: readonly OutcomeSource[] = ['callback', 'webhook', 'confirm']

/**
 * A provider's report on a locked payment named the receipt that it has already. Where its line was assigned to it before, the
 * payment rests on the provider's word from now on: nobody takes the money off it (unassign-transaction.ts), and no list has to
 * prove it (daily-check/flag-unlisted.ts).
 */
export async function noteOwnReport(
  tx: EntityManager,
  now: Date,
  { paymentId, receipt, source }: { paymentId: string; receipt: string; source: OutcomeSource },
): Promise<void> {
  if (!ownReports.includes(source)) return
  const assigned = await db(tx)
    .selectFrom('gateway_transactions as t')
    .where('t.payment_id', '=', paymentId)
    .where(sql<SqlBool>`${receipt.toUpperCase()} in (upper(t.reference), upper(t.related_reference))`)
    .where(lastConnection('t'), '=', 'assigned')
    .select('t.id')
    .execute()
  for (const { id } of assigned)
    await recordTransactionEvent(tx, { now, id, by: 'shop', what: 'matched', note: source })
}
