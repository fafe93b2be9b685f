import type { orderOf } from '@marashi/domain/rules/catalogue-search'
import type { EntityManager } from '@mikro-orm/postgresql'
import { type QueryCreator, sql } from 'kysely'
import { db } from '../../db/db.ts'
import type { Tables } from '../../tables.ts'
import { type Filters, productFilter } from './product-filter.ts'
import { productRank } from './product-rank.ts'

/** What decides how the statement of a list is written. */
export interface ProductListing {
  order: ReturnType<typeof orderOf>
  isNewestChosen: boolean
  isSearch: boolean
  isPaged: boolean
}

/**
 * Begins a statement with the table `matches`: of every product that answers the query its id and what the orders of a
 * list compare.
 */
export const withMatches = (em: EntityManager, { order, isSearch }: ProductListing, filters: Filters) =>
  // A search looks its matches up once, for count and page; a list without one is counted and cut by an index each.
  db(em).with(
    (cte) => (isSearch ? cte('matches').materialized() : cte('matches').notMaterialized()),
    (cte) => (order === 'best-match' ? ranked(cte, filters) : unranked(cte, filters)),
  )

const compared = ['p.id', 'p.name_key', 'p.price', 'p.is_new', 'p.created_at'] as const

/** The columns of `matches` under the name `m`: all of them, by name, so that the statement can be prepared. */
export const matchColumns = ['m.id', 'm.name_key', 'm.price', 'm.is_new', 'm.created_at', 'm.search_rank'] as const

const unranked = (cte: QueryCreator<Tables>, filters: Filters) =>
  cte.selectFrom('products as p').where(productFilter(filters)).select(compared).select(sql.lit(0).as('search_rank'))

function ranked(cte: QueryCreator<Tables>, filters: Filters) {
  const { asked, places, rank } = productRank(filters.words)
  return cte
    .with(
      (name) => name('asked').materialized(),
      () => asked,
    )
    .selectFrom('products as p')
    .crossJoin('asked')
    .crossJoinLateral(places.as('places'))
    .where(productFilter(filters))
    .select(compared)
    .select(rank.as('search_rank'))
}
