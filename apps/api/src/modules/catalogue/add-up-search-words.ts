import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../db/db.ts'

/**
 * Adds up the rows that triggers have written for each word, and drops the words that no product has any more. Searches
 * see the same vocabulary before and after.
 */
export async function addUpSearchWords(em: EntityManager): Promise<void> {
  await db(em)
    .with('scattered', (cte) =>
      cte
        .selectFrom('search_words')
        .select('word')
        .groupBy('word')
        .having(({ fn }) => fn.countAll<number>(), '>', 1),
    )
    .with('taken', (cte) =>
      cte
        .deleteFrom('search_words as w')
        .using('scattered as s')
        .whereRef('w.word', '=', 's.word')
        .returning(['w.word', 'w.product_count']),
    )
    .insertInto('search_words')
    .columns(['word', 'product_count'])
    .expression(({ selectFrom, fn }) =>
      selectFrom('taken')
        .select(({ ref }) => [ref('word').as('word'), fn.sum<number>('product_count').as('product_count')])
        .groupBy('word')
        .having(fn.sum<number>('product_count'), '<>', 0),
    )
    .execute()
}
