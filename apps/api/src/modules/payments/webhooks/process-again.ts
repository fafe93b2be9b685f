import { type SqlBool, sql } from 'kysely'
import { db } from '../../../db/db.ts'
import { inTimeSpans } from '../../../db/in-time-spans.ts'
import type { Context } from '../../../http/context.ts'
import { providerOf } from '../providers/registry.ts'

/** Clocks differ. */
const BEFORE_MONEY_MS = 60 * 60_000
/** The money is assigned within seconds, or not at all. */
const ONCE_ASSIGNED_MS = 60_000

/**
 * Makes a provider's events due again that are about the money of a line, which is to be an order's payment: when they came it
 * was no order's, or another's, and the payment would never show what they said, as that the bank disputes it. One that waits is put
 * off until then, and one that is under way is processed once more, whatever it finds. Events may be
 * processed twice and in any order. What comes to an address of one attempt is about that attempt, whosever the money is.
 * Called before the money is assigned, so that no crash comes between, and outside its transaction: no index helps, so this reads
 * all that came since, and may take longer with each event. Called again after it, for what came `meanwhile`.
 */
export async function processAgain(
  { em, clock }: Pick<Context, 'em' | 'clock'>,
  transactionId: string,
  { meanwhile }: { meanwhile?: Date } = {},
): Promise<void> {
  const line = await db(em)
    .selectFrom('gateway_transactions')
    .where('id', '=', transactionId)
    .select([
      'gateway',
      'reference',
      'related_reference as relatedReference',
      'occurred_at as occurredAt',
      'payment_id as paymentId',
    ])
    .executeTakeFirst()
  if (!line) return
  const { gateway, occurredAt, paymentId } = line
  const { webhook, ledger } = providerOf(gateway)
  if (!webhook.needsLookUp || !ledger) return
  const since = meanwhile ?? new Date(occurredAt.getTime() - BEFORE_MONEY_MS)
  const bodies = db(em)
    .selectFrom('webhook_events')
    .where('body', 'is not', null)
    .where('received_at', '>', since)
    .select('received_at as at')
  await inTimeSpans(em, bodies, (isInSpan) =>
    db(em)
      .updateTable('webhook_events')
      .set({
        processed_at: null,
        outcome: null,
        attempts: sql<number>`case when processed_at is null then attempts else 0 end`,
        next_attempt_at: new Date(clock().getTime() + ONCE_ASSIGNED_MS),
      })
      .where('gateway', '=', gateway)
      .where('received_at', '>', since)
      .where(({ ref }) => isInSpan(ref('received_at')))
      .where('dismissed_at', 'is', null)
      // One that was set aside waits for the owner.
      .where(({ or, eb }) => or([eb('processed_at', 'is not', null), eb('next_attempt_at', 'is not', null)]))
      // What was processed for the payment that the line is already is known to it.
      .$if(paymentId !== null, (events) => events.where('payment_id', 'is distinct from', paymentId))
      .where(sql<SqlBool>`strpos(body, ${ledger.receiptOf(line)}) > 0`)
      .execute(),
  )
}
