import type { EntityManager } from '@mikro-orm/postgresql'

/**
 * Adds up the rows that triggers have written for each word, and drops the words that no product has any more. Searches
 * see the same vocabulary before and after.
 */
export async function addUpSearchWords(em: EntityManager): Promise<void> {
  await em.execute(
    `with scattered as (
       select word from search_words group by word having count(*) > 1
     ), taken as (
       delete from search_words w using scattered s where w.word = s.word returning w.word, w.product_count
     )
     insert into search_words
     select word, sum(product_count) from taken group by word having sum(product_count) <> 0`,
  )
}
