import type { ProductQuery } from '@marashi/domain/contracts/catalogue'
import { isId } from '@marashi/domain/rules/record-id'
import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import { containing, folded } from '../../db/db.ts'
import type { Tables } from '../../tables.ts'

/** Of a search; more are left out. */
export const MAX_WORDS = 10

const eb = expressionBuilder<Tables & { p: Tables['products'] }, 'p'>()

/** The words of a search, each of which must occur: docs/behaviour.md#search. */
export const searchWords = (search: string | undefined): string[] =>
  (search?.split(/\s+/) ?? []).filter(Boolean).slice(0, MAX_WORDS)

/** What a list of products is filtered by, beside the words of a search. */
export interface Filters {
  categoryId: string | undefined
  categoryName: string | undefined
  majorCategory: ProductQuery['majorCategory']
  /** Ids as PostgreSQL writes an array of them. */
  only?: string | undefined
  except?: string | undefined
}

/** The filters of a query. `category` takes an id, or a name in any case, as the contract has trimmed it. */
export function filtersOf({ category, majorCategory }: Pick<ProductQuery, 'category' | 'majorCategory'>): Filters {
  const isById = category !== undefined && isId(category)
  return {
    categoryId: isById ? category : undefined,
    categoryName: isById ? undefined : category,
    majorCategory,
  }
}

/** The condition of a list of `products` as p: its category and its audience. */
export function productFilter({ categoryId, categoryName, majorCategory, only, except }: Filters): Expression<SqlBool> {
  const conditions: Expression<SqlBool>[] = []
  if (categoryId !== undefined) conditions.push(eb('p.category_id', '=', categoryId))
  if (categoryName !== undefined) conditions.push(eb('p.category_id', '=', idOfCategory(categoryName)))
  if (majorCategory !== undefined) conditions.push(eb('p.major_category', '=', majorCategory))
  if (only !== undefined) conditions.push(sql`p.id = any(${only}::uuid[])`)
  if (except !== undefined) conditions.push(sql`p.id <> all(${except}::uuid[])`)
  return eb.and(conditions)
}

/** Holds where a folded column contains the word, wherever in it. */
export const occurs = (column: Expression<string | null>, word: string) => eb(column, 'like', containing(folded(word)))

const idOfCategory = (name: string) =>
  eb.selectFrom('categories').select('id').where(sql`lower(btrim(name))`, '=', sql`lower(${name})`)
