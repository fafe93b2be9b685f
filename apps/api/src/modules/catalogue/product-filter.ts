import type { ProductQuery } from '@marashi/domain/contracts/catalogue'
import { isId } from '@marashi/domain/rules/record-id'
import { containing } from '../../db/sql.ts'

/** A condition in SQL, with the values of its question marks. */
export interface Condition {
  sql: string
  values: unknown[]
}

const MAX_WORDS = 10

/** The words of a search, each of which must occur (decisions 12). */
export const searchWords = (search: string | undefined): string[] =>
  (search?.split(/\s+/) ?? []).filter(Boolean).slice(0, MAX_WORDS)

/**
 * The condition of a list: its category, its audience, and every one of `words`. A word may come as several spellings,
 * of which one must occur.
 */
export function productFilter(query: Pick<ProductQuery, 'category' | 'majorCategory'>, words: string[][]): Condition {
  const conditions: Condition[] = words.map((spellings) => occurs('p.search_text', spellings))
  const category = query.category?.trim()
  if (category) conditions.push(inCategory(category))
  if (query.majorCategory) conditions.push({ sql: 'p.major_category = ?', values: [query.majorCategory] })
  return {
    sql: conditions.length === 0 ? 'true' : conditions.map(({ sql }) => sql).join(' and '),
    values: conditions.flatMap(({ values }) => values),
  }
}

/** Holds where a folded column contains one of the spellings, wherever in it. */
export function occurs(column: string, spellings: string[]): Condition {
  const tests = spellings.map(() => `${column} like ${containing('shop_fold(?)')}`)
  return { sql: `(${tests.join(' or ')})`, values: spellings }
}

/** `category` takes an id, or a name in any case (decisions 10). */
function inCategory(category: string): Condition {
  if (isId(category)) return { sql: 'p.category_id = ?', values: [category] }
  return { sql: 'p.category_id = (select id from categories where lower(btrim(name)) = lower(?))', values: [category] }
}
