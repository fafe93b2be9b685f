import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../../db/db.ts'

/** How many typed receipts wait for the owner, because nobody else is asked about them, and since when the oldest is checked. */
export async function countWaitingClaims(em: EntityManager): Promise<{ count: number; oldestAt: Date | null }> {
  return await db(em)
    .selectFrom('receipt_claims')
    .where('state', '=', 'checking')
    .where('next_query_at', 'is', null)
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.min(fn.coalesce('taken_up_at', 'asked_at')).as('oldestAt'),
    ])
    .executeTakeFirstOrThrow()
}
