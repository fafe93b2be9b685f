import type { EntityManager } from '@mikro-orm/postgresql'
import { transactionsIn } from './transaction-row.ts'

/** How many payments arrived that belong to no order yet. */
export async function countUnmatched(em: EntityManager, now: Date): Promise<number> {
  const { count } = await transactionsIn(em, now, 'unmatched')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
