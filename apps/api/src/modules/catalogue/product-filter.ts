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

/** What a list of products is filtered by. Each of `words` comes in its spellings. */
export interface Filters {
  words: string[][]
  categoryId: string | undefined
  categoryName: string | undefined
  majorCategory: ProductQuery['majorCategory']
}

/** The filters of a query, but its words. `category` takes an id, or a name in any case. */
export function filtersOf(query: Pick<ProductQuery, 'category' | 'majorCategory'>): Omit<Filters, 'words'> {
  const category = query.category?.trim() || undefined
  const isById = category !== undefined && isId(category)
  return {
    categoryId: isById ? category : undefined,
    categoryName: isById ? undefined : category,
    majorCategory: query.majorCategory || undefined,
  }
}

/**
 * The condition of a list of `products` as p: its category, its audience, and every one of the words. A word may come as
 * several spellings, of which one must occur.
 */
export function productFilter({ words, categoryId, categoryName, majorCategory }: Filters): Expression<SqlBool> {
  const conditions = words.map((spellings) => occurs(eb.ref('p.search_text'), spellings))
  if (categoryId !== undefined) conditions.push(eb('p.category_id', '=', categoryId))
  if (categoryName !== undefined) conditions.push(eb('p.category_id', '=', idOfCategory(categoryName)))
  if (majorCategory !== undefined) conditions.push(eb('p.major_category', '=', majorCategory))
  return eb.and(conditions)
}

/** Holds where a folded column contains one of the spellings, wherever in it. */
export const occurs = (column: Expression<string | null>, spellings: string[]) =>
  eb.or(spellings.map((spelling) => eb(column, 'like', containing(folded(spelling)))))

const idOfCategory = (name: string) =>
  eb.selectFrom('categories').select('id').where(sql`lower(btrim(name))`, '=', sql`lower(${name})`)
