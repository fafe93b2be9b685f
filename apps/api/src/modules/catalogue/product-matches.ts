import type { ProductQuery } from '@marashi/domain/contracts/catalogue'
import { orderOf } from '@marashi/domain/rules/catalogue-search'
import type { EntityManager } from '@mikro-orm/postgresql'
import { type QueryCreator, sql } from 'kysely'
import { db } from '../../db/db.ts'
import type { Tables } from '../../tables.ts'
import { productFilter } from './product-filter.ts'
import { productRank } from './product-rank.ts'

/**
 * Begins a statement with the table `matches`: of every product that answers the query its id and what the orders of a
 * list compare. Each of `words` is given in its spellings.
 */
export const withMatches = (em: EntityManager, query: ProductQuery, words: string[][]) =>
  // A search looks its matches up once, for count and page; a list without one is counted and cut by an index each.
  db(em).with(
    (cte) => (query.search ? cte('matches').materialized() : cte('matches').notMaterialized()),
    (cte) => (orderOf(query) === 'best-match' ? ranked(cte, query, words) : unranked(cte, query, words)),
  )

const compared = ['p.id', 'p.name_key', 'p.price', 'p.is_new', 'p.created_at'] as const

const unranked = (cte: QueryCreator<Tables>, query: ProductQuery, words: string[][]) =>
  cte
    .selectFrom('products as p')
    .where(productFilter(query, words))
    .select(compared)
    .select(sql.lit(0).as('search_rank'))

function ranked(cte: QueryCreator<Tables>, query: ProductQuery, words: string[][]) {
  const { asked, places, rank } = productRank(words)
  return cte
    .with(
      (name) => name('asked').materialized(),
      () => asked,
    )
    .selectFrom('products as p')
    .crossJoin('asked')
    .crossJoinLateral(places.as('places'))
    .where(productFilter(query, words))
    .select(compared)
    .select(rank.as('search_rank'))
}
