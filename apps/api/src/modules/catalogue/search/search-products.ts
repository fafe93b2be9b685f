import type { Product } from '@marashi/domain/contracts/catalogue'
import type { EntityManager } from '@mikro-orm/postgresql'
import { type QueryCreator, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { compileOnce } from '../../../db/compile-once.ts'
import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import type { Tables } from '../../../tables.ts'
import { type Filters, productFilter } from '../product-filter.ts'
import { type Cut, compared, type ListOrder, matchColumns, orders } from '../product-orders.ts'
import { productColumns, publicReviews } from '../product-row.ts'
import { type AskedWords, hasEveryWord, searchRank, wordColumns } from './search-rank.ts'
import type { Searches } from './searches.ts'

interface Search {
  words: readonly string[]
  values: Filters & Cut
  list: Pick<ListOrder, 'order' | 'isPaged'>
}

/**
 * The products that have every word, and how many there are. Where none has, those that have the nearest words:
 * docs/behaviour.md#misspelt-searches. Throws SERVICE_UNAVAILABLE when too many others search.
 */
export async function searchProducts(
  { searches, caller }: Pick<Context, 'caller'> & { searches: Searches },
  { words, values, list }: Search,
): Promise<{ rows: Product[]; total: number }> {
  const { categoryId, categoryName, majorCategory } = values
  const asked = JSON.stringify([words.toSorted(), categoryId, categoryName, majorCategory])
  const found = await searches.run({ asked, network: caller.address }, async (em) => {
    const [row] = await pageOfSearch(em, { ...values, words: words.join(' ') }, list)
    return row?.total ? row : undefined
  })
  return { rows: found?.products ?? [], total: found?.total ?? 0 }
}

type Values = Filters & Cut & { words: string }

/**
 * One statement for the words as they were typed, for their correction where no product has them, for page and count.
 * `words` are separated by a space each.
 */
const pageOfSearch = compileOnce((em, values: Values, { order, isPaged }: Search['list']) => {
  const sorted = orders[order]
  return withMatches(em, values, order === 'best-match').selectNoFrom(({ selectFrom, fn }) => [
    selectFrom('matches').select(fn.countAll<number>().as('total')).$asScalar().$notNull().as('total'),
    jsonArrayFrom(
      selectFrom(
        sorted
          .reduce((chosen, [by, way]) => chosen.orderBy(by, way), selectFrom('matches as m').select(matchColumns))
          .$if(isPaged, (chosen) => chosen.limit(values.limit).offset(values.offset))
          .as('m'),
      )
        .innerJoin('products as p', 'p.id', 'm.id')
        .crossJoinLateral(publicReviews)
        .select(productColumns)
        .$call((page) => sorted.reduce((ordered, [by, way]) => ordered.orderBy(by, way), page)),
    ).as('products'),
  ])
})

const typed: AskedWords = { table: 'asked', spellings: ['first'] }
const corrected: AskedWords = { table: 'spellings', spellings: ['first', 'second', 'third'] }

function withMatches(em: EntityManager, { words, ...filters }: Values, isRanked: boolean) {
  const given = sql<string[]>`string_to_array(${words}::text, ' ')`
  const matching = (cte: QueryCreator<Tables>, asked: AskedWords, query: ReturnType<typeof sql>) =>
    cte
      .selectFrom('products as p')
      .where(sql<boolean>`search_terms(p.search_text) @@ ${query}`)
      .where(hasEveryWord(asked))
      .where(productFilter(filters))
      .select(compared)
      .select((isRanked ? searchRank(asked) : sql.lit(0)).as('search_rank'))
  return db(em)
    .with(
      (cte) => cte('asked').materialized(),
      () => sql`(select nth, ${wordColumns(sql`word`, 'first')} from unnest(${given}) with ordinality w (word, nth))`,
    )
    .with(
      (cte) => cte('typed').materialized(),
      (cte) => matching(cte, typed, sql`(select search_query(${given}))`),
    )
    .with(
      (cte) => cte('correction').materialized(),
      () => sql`(select first, second, third from correct_search(${given}) c where not exists (select from typed))`,
    )
    .with(
      (cte) => cte('spellings').materialized(),
      () => sql`(
        select nth, ${sql.join(corrected.spellings.map((name) => wordColumns(sql.ref(`w.${name}`), name)))}
        from correction c, unnest(c.first, c.second, c.third) with ordinality w (first, second, third, nth))`,
    )
    .with(
      (cte) => cte('corrected').materialized(),
      (cte) => matching(cte, corrected, sql`(select search_query(first, second, third) from correction)`),
    )
    .with('matches', (cte) =>
      cte.selectFrom('typed as m').select(matchColumns).unionAll(cte.selectFrom('corrected as m').select(matchColumns)),
    )
}
