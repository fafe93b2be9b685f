import type { ProductQuery } from '@marashi/domain/contracts/catalogue'
import { isId } from '@marashi/domain/rules/record-id'
import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import { containing, folded } from '../../db/db.ts'
import type { Tables } from '../../tables.ts'

const MAX_WORDS = 10

const eb = expressionBuilder<Tables & { p: Tables['products'] }, 'p'>()

/** The words of a search, each of which must occur: docs/behaviour.md#search. */
export const searchWords = (search: string | undefined): string[] =>
  (search?.split(/\s+/) ?? []).filter(Boolean).slice(0, MAX_WORDS)

/**
 * The condition of a list of `products` as p: its category, its audience, and every one of `words`. A word may come as
 * several spellings, of which one must occur.
 */
export function productFilter(
  query: Pick<ProductQuery, 'category' | 'majorCategory'>,
  words: string[][],
): Expression<SqlBool> {
  const conditions = words.map((spellings) => occurs(eb.ref('p.search_text'), spellings))
  const category = query.category?.trim()
  if (category) conditions.push(inCategory(category))
  if (query.majorCategory) conditions.push(eb('p.major_category', '=', query.majorCategory))
  return eb.and(conditions)
}

/** Holds where a folded column contains one of the spellings, wherever in it. */
export const occurs = (column: Expression<string | null>, spellings: string[]) =>
  eb.or(spellings.map((spelling) => eb(column, 'like', containing(folded(spelling)))))

/** `category` takes an id, or a name in any case. */
function inCategory(category: string) {
  if (isId(category)) return eb('p.category_id', '=', category)
  const named = eb.selectFrom('categories').select('id').where(sql`lower(btrim(name))`, '=', sql`lower(${category})`)
  return eb('p.category_id', '=', named)
}
