import type { Product } from '@marashi/domain/contracts/catalogue'
import type { EntityManager } from '@mikro-orm/postgresql'
import { type QueryCreator, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { compileOnce } from '../../../db/compile-once.ts'
import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import type { Tables } from '../../../tables.ts'
import { type Filters, MAX_WORDS, productFilter } from '../product-filter.ts'
import { type Cut, type compared, type ListOrder, orders } from '../product-orders.ts'
import { productColumns, publicReviews } from '../product-row.ts'
import { type AskedWords, askedColumns, hasEveryWord, searchRank, wordPlaces } from './search-rank.ts'
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
    const [row] = await pageOfSearch(
      em,
      { ...values, words: words.join(' ') },
      { ...list, count: columnsFor(words, list) },
    )
    return row?.total ? row : undefined
  })
  return { rows: found?.products ?? [], total: found?.total ?? 0 }
}

/**
 * For how many words the statement is written. Each number has a statement that a connection keeps, up to a megabyte, so
 * only the usual searches have one of their own.
 */
const columnsFor = ({ length }: readonly string[], { order }: Search['list']) =>
  order === 'best-match' && length <= 3 ? length : MAX_WORDS

type Values = Filters & Cut & { words: string }
type Variant = Search['list'] & { count: number }

/**
 * One statement for the words as they were typed, for their correction where no product has them, for page and count.
 * `words` are separated by a space each.
 */
const pageOfSearch = compileOnce((em, values: Values, { order, isPaged, count }: Variant) => {
  const sorted = orders[order]
  const columns = sorted.map(([by]) => by)
  return withMatches(em, values, { order, count }).selectNoFrom(({ selectFrom, fn }) => [
    sql<number>`${selectFrom('typed').select(fn.countAll().as('total'))} + ${selectFrom('corrected').select(fn.countAll().as('total'))}`.as(
      'total',
    ),
    jsonArrayFrom(
      selectFrom(
        sorted
          .reduce((chosen, [by, way]) => chosen.orderBy(by, way), selectFrom('matches as m').select(columns))
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

const typedWords = (count: number): AskedWords => ({ count, spellings: ['typed'] })
const nearWords = (count: number): AskedWords => ({ count, spellings: ['first', 'second', 'third'] })

function withMatches(em: EntityManager, { words, ...filters }: Values, { order, count }: Omit<Variant, 'isPaged'>) {
  const given = sql<string[]>`string_to_array(${words}::text, ' ')`
  const columns = orders[order].map(([by]) => by)
  const stored = columns.filter((column) => column !== 'm.search_rank')
  const matching = (cte: QueryCreator<Tables>, table: 'asked' | 'spellings', asked: AskedWords) =>
    cte
      .selectFrom(({ selectFrom }) =>
        selectFrom('products as p')
          .crossJoin(sql.table(table).as('a'))
          .where(sql<boolean>`search_terms(p.search_text) @@ a.query`)
          .where(productFilter(filters))
          .select(stored.map((column) => column.replace('m.', 'p.') as (typeof compared)[number]))
          .select(wordPlaces(asked))
          // Without "offset 0" every mention of a place would look it up again.
          .offset(sql.lit(0))
          .as('m'),
      )
      .where(hasEveryWord(asked))
      .select(stored)
      .$if(order === 'best-match', (ranked) => ranked.select(searchRank(asked).as('search_rank')))
  return db(em)
    .with(
      (cte) => cte('asked').materialized(),
      () => sql`(select search_query(w.given) as query, ${askedColumns(typedWords(count), (_, nth) => sql`w.given[${sql.lit(nth)}]`)}
                 from (select ${given} as given) w)`,
    )
    .with(
      (cte) => cte('typed').materialized(),
      (cte) => matching(cte, 'asked', typedWords(count)),
    )
    .with(
      (cte) => cte('spellings').materialized(),
      () => sql`(select search_query(c.first, c.second, c.third) as query,
                        ${askedColumns(nearWords(count), (name, nth) => sql`c.${sql.ref(name)}[${sql.lit(nth)}]`)}
                 from correct_search(${given}) c where not exists (select from typed))`,
    )
    .with(
      (cte) => cte('corrected').materialized(),
      (cte) => matching(cte, 'spellings', nearWords(count)),
    )
    .with('matches', (cte) =>
      // By name: a statement that reads all columns is not prepared.
      cte.selectFrom('typed as m').select(columns).unionAll(cte.selectFrom('corrected as m').select(columns)),
    )
}
