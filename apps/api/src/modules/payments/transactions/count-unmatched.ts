import type { EntityManager } from '@mikro-orm/postgresql'
import { transactionsFrom } from './transaction-row.ts'

/** How many payments arrived that belong to no order yet. */
export async function countUnmatched(em: EntityManager, now: Date): Promise<number> {
  const { count } = await transactionsFrom(em, now)
    // The state alone would read every line that there ever was; these are the conditions of an index.
    .where('t.kind', '=', 'payment')
    .where('t.payment_id', 'is', null)
    .where('t.refund_id', 'is', null)
    .where('t.dismissed_at', 'is', null)
    .where('t.state', '=', 'unmatched')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
