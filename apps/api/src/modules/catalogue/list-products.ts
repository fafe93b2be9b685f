import type { Product, ProductList, ProductQuery } from '@marashi/domain/contracts/catalogue'
import { orderOf } from '@marashi/domain/rules/catalogue-search'
import { defaultPageSize, itemsBefore, totalPages } from '@marashi/domain/rules/pagination'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { compileOnce } from '../../db/compile-once.ts'
import { db } from '../../db/db.ts'
import type { Context } from '../../http/context.ts'
import { settingsOf } from '../shop-settings/settings-of.ts'
import { type Filters, filtersOf, productFilter, searchWords } from './product-filter.ts'
import { type Cut, compared, type ListOrder, matchColumns, newestFirst, orders } from './product-orders.ts'
import { presentProduct, productColumns, publicReviews } from './product-row.ts'
import { searchProducts } from './search/search-products.ts'

/**
 * The products of the shop, filtered, searched and sorted in SQL: a plain array, or a page when `page` or `limit` is
 * given. A search that finds nothing is asked again with the nearest spellings. Featured ones begin with the owner's picks.
 */
export async function listProducts(
  ctx: Pick<Context, 'em' | 'env' | 'caller' | 'searches' | 'settings' | 'markUncached'>,
  query: ProductQuery,
): Promise<ProductList> {
  const { page = 1, limit = defaultPageSize } = query
  const isPaged = query.page !== undefined || query.limit !== undefined
  const list: ListOrder = {
    order: orderOf(query),
    isNewestChosen: query.featured === true && !query.search && !query.sort,
    isPaged,
  }
  const values = { ...filtersOf(query), limit, offset: itemsBefore({ page, limit }) }
  const words = searchWords(query.search)
  const found =
    words.length > 0
      ? await searchProducts(ctx, { words, values, list })
      : await selectPicked(ctx.em, values, list, list.isNewestChosen ? (await settingsOf(ctx)).home.featured : [])
  const products = found.rows.map((row) => presentProduct(row, ctx.env.PUBLIC_URL))
  if (!isPaged) return products
  // There are a million pages past the end of every list.
  if (page > 1 && products.length === 0) ctx.markUncached()
  return { data: products, pagination: { page, totalPages: totalPages(found.total, limit), total: found.total } }
}

/** The owner's picks that can be ordered, in their order, then the others; last the picks that are sold out. */
async function selectPicked(em: EntityManager, values: Filters & Cut, list: ListOrder, picks: readonly string[]) {
  if (picks.length === 0) return await select(em, values, list)
  const ids = `{${picks.join()}}`
  const matches = await pageOfMatches(em, { ...values, only: ids }, { ...list, isPaged: false })
  const byId = new Map(matches.map((row) => [row.id, row]))
  const found = picks.flatMap((id) => byId.get(id) ?? [])
  const [first, last] = [found.filter(({ isSoldOut }) => !isSoldOut), found.filter(({ isSoldOut }) => isSoldOut)]
  const { limit, offset } = values
  // Those of the page among rows that have this many of the list before them.
  const onPage = (rows: Product[], before: number) =>
    list.isPaged ? rows.slice(Math.max(0, offset - before), Math.max(0, offset + limit - before)) : rows
  const picked = onPage(first, 0)
  const cut = { limit: limit - picked.length, offset: Math.max(0, offset - first.length) }
  const others = await select(em, { ...values, ...cut, except: ids }, list)
  const rows = [...picked, ...others.rows, ...onPage(last, first.length + others.total)]
  return { rows, total: found.length + others.total }
}

/** One round trip: the count stands beside the page. Only a page past the end has no row to carry it. */
async function select(
  em: EntityManager,
  values: Filters & Cut,
  list: ListOrder,
): Promise<{ rows: Product[]; total: number }> {
  const rows = await pageOfMatches(em, values, list)
  if (rows.length > 0 || (values.offset === 0 && values.limit > 0)) return { rows, total: rows[0]?.total ?? 0 }
  const [counted] = await countMatches(em, values)
  return { rows, total: counted?.total ?? 0 }
}

// Counted and cut by an index each.
const withMatches = (em: EntityManager, filters: Filters) =>
  db(em).with(
    (cte) => cte('matches').notMaterialized(),
    (cte) =>
      cte
        .selectFrom('products as p')
        .where(productFilter(filters))
        .select(compared)
        .select(sql.lit(0).as('search_rank')),
  )

const pageOfMatches = compileOnce((em, values: Filters & Cut, { order, isNewestChosen, isPaged }: ListOrder) => {
  const sorted = orders[order]
  return withMatches(em, values)
    .selectFrom(({ selectFrom }) =>
      (isNewestChosen ? newestFirst : sorted)
        .reduce((chosen, [by, way]) => chosen.orderBy(by, way), selectFrom('matches as m').select(matchColumns))
        .$if(isPaged, (chosen) => chosen.limit(values.limit).offset(values.offset))
        .as('m'),
    )
    .innerJoin('products as p', 'p.id', 'm.id')
    .crossJoinLateral(publicReviews)
    .select(productColumns)
    .select(({ selectFrom, fn }) => selectFrom('matches').select(fn.countAll<number>().as('total')).as('total'))
    .$call((page) => sorted.reduce((ordered, [by, way]) => ordered.orderBy(by, way), page))
})

const countMatches = compileOnce((em, values: Filters) =>
  withMatches(em, values)
    .selectFrom('matches')
    .select(({ fn }) => fn.countAll<number>().as('total')),
)
