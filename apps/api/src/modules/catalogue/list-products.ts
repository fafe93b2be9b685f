import type { Product, ProductList, ProductQuery } from '@marashi/domain/contracts/catalogue'
import { orderOf } from '@marashi/domain/rules/catalogue-search'
import { defaultPageSize, itemsBefore, totalPages } from '@marashi/domain/rules/pagination'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Context } from '../../http/context.ts'
import { correctSpelling } from './correct-spelling.ts'
import { type Condition, productFilter, searchWords } from './product-filter.ts'
import { productRank } from './product-rank.ts'
import { presentProduct, productColumns, publicReviewsOfProduct } from './product-row.ts'

// Every order ends with the id, so that no product stands on two pages; both price orders walk one index.
const orders: Record<ReturnType<typeof orderOf>, string> = {
  'best-match': 'm.search_rank, m.name_key, m.id',
  name: 'm.name_key, m.id',
  'price-low': 'm.price, m.id',
  'price-high': 'm.price desc, m.id desc',
}
const newestFirst = 'm.is_new desc, m.created_at desc, m.id desc'

/**
 * The products of the shop, filtered, searched and sorted in SQL: a plain array, or a page when `page` or `limit` is
 * given. A search that finds nothing is asked again with the nearest spellings.
 */
export async function listProducts(
  { em, env }: Pick<Context, 'em' | 'env'>,
  query: ProductQuery,
): Promise<ProductList> {
  const words = searchWords(query.search)
  let found = await select(
    em,
    query,
    words.map((word) => [word]),
  )
  if (found.total === 0 && words.length > 0) {
    const spellings = await correctSpelling(em, words)
    if (spellings) found = await select(em, query, spellings)
  }
  const products = found.rows.map((row) => presentProduct(row, env.PUBLIC_URL))
  if (!isPaged(query)) return products
  const { page, limit } = pageOf(query)
  return { data: products, pagination: { page, totalPages: totalPages(found.total, limit), total: found.total } }
}

const isPaged = (query: ProductQuery) => query.page !== undefined || query.limit !== undefined

const pageOf = ({ page = 1, limit = defaultPageSize }: ProductQuery) => ({ page, limit })

/**
 * One round trip: the count stands beside the page. Only a page past the end has no row to carry it. Each of `words` is
 * given in its spellings.
 */
async function select(
  em: EntityManager,
  query: ProductQuery,
  words: string[][],
): Promise<{ rows: Product[]; total: number }> {
  const { page, limit } = pageOf(query)
  const slice = isPaged(query) ? 'limit ? offset ?' : ''
  const sliceValues = isPaged(query) ? [limit, itemsBefore({ page, limit })] : []
  const order = orders[orderOf(query)]
  const isOwnChoice = query.featured && !query.search && !query.sort
  const matches = matchesOf(query, words)
  const rows: (Product & { total: number })[] = await em.execute(
    `with ${matches.sql}
     select (select count(*)::int from matches) as total, ${productColumns}
     from (select m.* from matches m order by ${isOwnChoice ? newestFirst : order} ${slice}) m
     join products p on p.id = m.id ${publicReviewsOfProduct}
     order by ${order}`,
    [...matches.values, ...sliceValues],
  )
  if (rows.length > 0 || page === 1) return { rows, total: rows[0]?.total ?? 0 }
  const [counted]: { total: number }[] = await em.execute(
    `with ${matches.sql} select count(*)::int as total from matches`,
    matches.values,
  )
  return { rows, total: counted?.total ?? 0 }
}

/** What the orders above compare. */
const comparedColumns = 'p.id, p.name_key, p.price, p.is_new, p.created_at'

/** A search looks its matches up once, for count and page; a list without one is counted and cut by an index each. */
function matchesOf(query: ProductQuery, words: string[][]): Condition {
  const filter = productFilter(query, words)
  if (orderOf(query) !== 'best-match') {
    const materialized = query.search ? 'materialized' : 'not materialized'
    return {
      sql: `matches as ${materialized} (select ${comparedColumns} from products p where ${filter.sql})`,
      values: filter.values,
    }
  }
  const { asked, places, rank } = productRank(words)
  return {
    sql: `asked as materialized (${asked.sql}),
          matches as materialized (
            select ${comparedColumns}, ${rank} as search_rank
            from products p cross join asked cross join lateral (${places}) places where ${filter.sql})`,
    values: [...asked.values, ...filter.values],
  }
}
