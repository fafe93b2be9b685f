import type { EntityManager } from '@mikro-orm/postgresql'
import { transactionsIn } from './transaction-row.ts'

/** How many payments arrived that belong to no order yet; only those that the shop heard of before an instant, if it is named. */
export async function countUnmatched(
  em: EntityManager,
  now: Date,
  { before }: { before?: Date } = {},
): Promise<number> {
  const { count } = await transactionsIn(em, now, 'unmatched')
    .$if(before !== undefined, (all) => all.where('t.created_at', '<', before as Date))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
