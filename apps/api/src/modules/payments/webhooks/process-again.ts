import { type SqlBool, sql } from 'kysely'
import { db } from '../../../db/db.ts'
import { inTimeSpans } from '../../../db/in-time-spans.ts'
import type { Context } from '../../../http/context.ts'
import { providerOf } from '../providers/registry.ts'
import type { LockedTransaction } from '../transactions/lock-transaction.ts'

/** Clocks differ. */
const BEFORE_MONEY_MS = 60 * 60_000

/**
 * Makes a provider's events due again that are about the money of a line, which is the payment `paymentId` from now on: when they came it
 * was no order's, or another's, and the payment would never show what they said, as that the bank disputes it. Events may be
 * processed twice and in any order. What comes to an address of one attempt is about that attempt, whosever the money is.
 * Called after the money's transaction: no index helps, so this reads all that came since, and may take longer with each event.
 */
export async function processAgain(
  { em, clock }: Pick<Context, 'em' | 'clock'>,
  { transaction, paymentId }: { transaction: LockedTransaction; paymentId: string },
): Promise<void> {
  const { gateway, occurredAt } = transaction
  const { webhook, ledger } = providerOf(gateway)
  if (!webhook.needsLookUp || !ledger) return
  const since = new Date(occurredAt.getTime() - BEFORE_MONEY_MS)
  const bodies = db(em)
    .selectFrom('webhook_events')
    .where('body', 'is not', null)
    .where('received_at', '>', since)
    .select('received_at as at')
  await inTimeSpans(em, bodies, (isInSpan) =>
    db(em)
      .updateTable('webhook_events')
      .set({ processed_at: null, outcome: null, attempts: 0, next_attempt_at: clock() })
      .where('gateway', '=', gateway)
      .where('received_at', '>', since)
      .where(({ ref }) => isInSpan(ref('received_at')))
      .where('processed_at', 'is not', null)
      .where('dismissed_at', 'is', null)
      .where('payment_id', 'is distinct from', paymentId)
      .where(sql<SqlBool>`strpos(body, ${ledger.receiptOf(transaction)}) > 0`)
      .execute(),
  )
}
