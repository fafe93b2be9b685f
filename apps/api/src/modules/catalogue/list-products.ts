import type { Product, ProductList, ProductQuery } from '@marashi/domain/contracts/catalogue'
import { orderOf } from '@marashi/domain/rules/catalogue-search'
import { defaultPageSize, itemsBefore, totalPages } from '@marashi/domain/rules/pagination'
import type { EntityManager } from '@mikro-orm/postgresql'
import { compileOnce } from '../../db/compile-once.ts'
import type { Context } from '../../http/context.ts'
import { correctSpelling } from './correct-spelling.ts'
import { type Filters, filtersOf, searchWords } from './product-filter.ts'
import { matchColumns, type ProductListing, withMatches } from './product-matches.ts'
import { presentProduct, productColumns, publicReviews } from './product-row.ts'

type Order = readonly (readonly [
  `m.${'search_rank' | 'name_key' | 'price' | 'is_new' | 'created_at' | 'id'}`,
  'asc' | 'desc',
])[]

// Every order ends with the id, so that no product stands on two pages; both price orders walk one index.
const orders: Record<ReturnType<typeof orderOf>, Order> = {
  'best-match': [
    ['m.search_rank', 'asc'],
    ['m.name_key', 'asc'],
    ['m.id', 'asc'],
  ],
  name: [
    ['m.name_key', 'asc'],
    ['m.id', 'asc'],
  ],
  'price-low': [
    ['m.price', 'asc'],
    ['m.id', 'asc'],
  ],
  'price-high': [
    ['m.price', 'desc'],
    ['m.id', 'desc'],
  ],
}
const newestFirst: Order = [
  ['m.is_new', 'desc'],
  ['m.created_at', 'desc'],
  ['m.id', 'desc'],
]

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
  const list: ProductListing = {
    order: orderOf(query),
    isNewestChosen: query.featured === true && !query.search && !query.sort,
    isSearch: Boolean(query.search),
    isPaged: isPaged(query),
  }
  const values = { words, ...filtersOf(query), limit, offset: itemsBefore({ page, limit }) }
  const rows = await pageOfMatches(em, values, list)
  if (rows.length > 0 || page === 1) return { rows, total: rows[0]?.total ?? 0 }
  const [counted] = await countMatches(em, values, list)
  return { rows, total: counted?.total ?? 0 }
}

const pageOfMatches = compileOnce((em, values: Filters & Cut, { order, ...list }: ProductListing) => {
  const sorted = orders[order]
  return withMatches(em, { order, ...list }, values)
    .selectFrom(({ selectFrom }) =>
      (list.isNewestChosen ? newestFirst : sorted)
        .reduce((chosen, [by, way]) => chosen.orderBy(by, way), selectFrom('matches as m').select(matchColumns))
        .$if(list.isPaged, (chosen) => chosen.limit(values.limit).offset(values.offset))
        .as('m'),
    )
    .innerJoin('products as p', 'p.id', 'm.id')
    .crossJoinLateral(publicReviews)
    .select(productColumns)
    .select(({ selectFrom, fn }) => selectFrom('matches').select(fn.countAll<number>().as('total')).as('total'))
    .$call((page) => sorted.reduce((ordered, [by, way]) => ordered.orderBy(by, way), page))
})

const countMatches = compileOnce((em, values: Filters, list: ProductListing) =>
  withMatches(em, list, values)
    .selectFrom('matches')
    .select(({ fn }) => fn.countAll<number>().as('total')),
)

interface Cut {
  limit: number
  offset: number
}
