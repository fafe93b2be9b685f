import type { Product, ProductList, ProductQuery } from '@marashi/domain/contracts/catalogue'
import { orderOf } from '@marashi/domain/rules/catalogue-search'
import { defaultPageSize, itemsBefore, totalPages } from '@marashi/domain/rules/pagination'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Context } from '../../http/context.ts'
import { correctSpelling } from './correct-spelling.ts'
import { searchWords } from './product-filter.ts'
import { withMatches } from './product-matches.ts'
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
  const order = orders[orderOf(query)]
  const isNewestChosen = query.featured && !query.search && !query.sort
  const matching = withMatches(em, query, words)
  const rows = await matching
    .selectFrom(({ selectFrom }) =>
      (isNewestChosen ? newestFirst : order)
        .reduce((chosen, [by, way]) => chosen.orderBy(by, way), selectFrom('matches as m').selectAll('m'))
        .$if(isPaged(query), (chosen) => chosen.limit(limit).offset(itemsBefore({ page, limit })))
        .as('m'),
    )
    .innerJoin('products as p', 'p.id', 'm.id')
    .crossJoinLateral(publicReviews)
    .select(productColumns)
    .select(({ selectFrom, fn }) => selectFrom('matches').select(fn.countAll<number>().as('total')).as('total'))
    .$call((page) => order.reduce((sorted, [by, way]) => sorted.orderBy(by, way), page))
    .execute()
  if (rows.length > 0 || page === 1) return { rows, total: rows[0]?.total ?? 0 }
  const counted = matching.selectFrom('matches').select(({ fn }) => fn.countAll<number>().as('total'))
  return { rows, ...(await counted.executeTakeFirstOrThrow()) }
}
