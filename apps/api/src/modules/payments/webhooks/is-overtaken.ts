import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { db } from '../../../db/db.ts'
import type { PaymentProvider } from '../providers/provider.ts'
import type { DisputeReport } from '../providers/provider-reports.ts'

/**
 * Whether another event about a payment tells how a dispute stood at a later moment. Its flags do not say so: a report that needs
 * nobody leaves none. One that still waits has told nothing, and may never, as one that was set aside or dismissed; one of more
 * than 90 days ago has no body any more.
 */
export async function isOvertaken(
  tx: EntityManager,
  { method, readEvent }: PaymentProvider,
  { paymentId, dispute }: { paymentId: string; dispute: DisputeReport },
): Promise<boolean> {
  const events = await db(tx)
    .selectFrom('webhook_events')
    .select('body')
    .where('payment_id', '=', paymentId)
    .where('gateway', '=', method)
    .where(({ ref }) => sql<boolean>`position(${dispute.id} in ${ref('body')}) > 0`)
    .where('dismissed_at', 'is', null)
    .where('processed_at', 'is not', null)
    .execute()
  return events.some(({ body }) => {
    const other = body === null ? undefined : readEvent(body)
    return other?.kind === 'dispute' && other.dispute.id === dispute.id && other.dispute.at > dispute.at
  })
}
