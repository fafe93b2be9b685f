import type { Product, ProductList, ProductQuery } from '@marashi/domain/contracts/catalogue'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Context } from '../../kernel/context.ts'
import { correctSpelling } from './correct-spelling.ts'
import { type Condition, productFilter, searchWords } from './product-filter.ts'
import { presentProduct, productColumns, publicReviewsOfProduct } from './product-row.ts'

const DEFAULT_LIMIT = 12

// Every order ends with the id, so that no product stands on two pages; both price orders walk one index.
const orders: Record<ProductQuery['sort'], string> = {
  name: 'p.name_key, p.id',
  'price-low': 'p.price, p.id',
  'price-high': 'p.price desc, p.id desc',
}

/**
 * The products of a shelf, filtered, searched and sorted in SQL: a plain array, or a page when `page` or `limit` is given
 * (decisions 8). A search that finds nothing is asked again with the nearest spellings (decisions 12).
 */
export async function listProducts(
  { em, env }: Pick<Context, 'em' | 'env'>,
  query: ProductQuery,
): Promise<ProductList> {
  const words = searchWords(query.search)
  let found = await select(
    em,
    query,
    productFilter(
      query,
      words.map((word) => [word]),
    ),
  )
  if (found.total === 0 && words.length > 0) {
    const spellings = await correctSpelling(em, words)
    if (spellings) found = await select(em, query, productFilter(query, spellings))
  }
  const products = found.rows.map((row) => presentProduct(row, env.PUBLIC_URL))
  if (!isPaged(query)) return products
  const { page, limit } = pageOf(query)
  return { data: products, pagination: { page, totalPages: Math.ceil(found.total / limit), total: found.total } }
}

const isPaged = (query: ProductQuery) => query.page !== undefined || query.limit !== undefined

const pageOf = ({ page = 1, limit = DEFAULT_LIMIT }: ProductQuery) => ({ page, limit })

/** One round trip: the count stands beside the page. Only a page past the end has no row to carry it. */
async function select(
  em: EntityManager,
  query: ProductQuery,
  filter: Condition,
): Promise<{ rows: Product[]; total: number }> {
  const { page, limit } = pageOf(query)
  const slice = isPaged(query) ? 'limit ? offset ?' : ''
  const sliceValues = isPaged(query) ? [limit, (page - 1) * limit] : []
  const chosenOrder = query.featured ? 'p.is_new desc, p.created_at desc, p.id desc' : orders[query.sort]
  // A search looks its matches up once, for count and page; a shelf is counted and cut by an index each.
  const matches = `with matches as ${query.search ? 'materialized' : 'not materialized'} (
    select p.* from products p where ${filter.sql})`
  const rows: (Product & { total: number })[] = await em.execute(
    `${matches}
     select (select count(*)::int from matches) as total, ${productColumns}
     from (select p.* from matches p order by ${chosenOrder} ${slice}) p ${publicReviewsOfProduct}
     order by ${orders[query.sort]}`,
    [...filter.values, ...sliceValues],
  )
  if (rows.length > 0 || page === 1) return { rows, total: rows[0]?.total ?? 0 }
  const [counted]: { total: number }[] = await em.execute(
    `${matches} select count(*)::int as total from matches`,
    filter.values,
  )
  return { rows, total: counted?.total ?? 0 }
}
