import { isId } from '@marashi/domain/rules/record-id'
import type { EntityManager } from '@mikro-orm/postgresql'
import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import { containing, db, folded } from '../../db/db.ts'
import type { Tables } from '../../tables.ts'

const eb = expressionBuilder<Tables & { o: Tables['orders'] }, 'o'>()

const PHONE = /^\+?[\d\s().-]*\d[\d\s().-]*$/
const MAX_WORDS = 10

/**
 * A search finds the newest ten thousand at most, and counts no more: nobody reads further, and a letter that stands in
 * every one of a million orders would keep the database busy until the statement times out.
 */
export const MOST_FOUND = 10_000

/**
 * What the administrator's search box asks of `orders` as o; undefined without a search. A whole number, id, phone, e-mail,
 * receipt or payment id (or its last eight characters) that an order has finds the orders that have it; otherwise every
 * word must occur in number, name, e-mail, receipt or payment id, without regard to case and accents, or the digits in a
 * phone, however it is written.
 */
export async function orderSearch(
  em: EntityManager,
  search: string | undefined,
): Promise<Expression<SqlBool> | undefined> {
  if (!search) return undefined
  if (isId(search)) return eb('o.id', '=', search)
  const isExact = hasKey(search)
  // Not a bare `limit 1`: expecting a hit soon, PostgreSQL would read the orders one by one, all of them without one.
  const known = await db(em)
    .with(
      (cte) => cte('known').materialized(),
      (query) => query.selectFrom('orders as o').select('o.id').where('o.deleted_at', 'is', null).where(isExact),
    )
    .selectFrom('known')
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return known ? isExact : occurring(search)
}

const hasKey = (search: string) =>
  sql<boolean>`${eb.ref('o.search_keys')} && array[lower(${search}), phone_digits(${PHONE.test(search) ? search : null})]`

function occurring(search: string): Expression<SqlBool> {
  const pieces = PHONE.test(search) ? [search] : search.split(/\s+/).slice(0, MAX_WORDS)
  return eb.and(pieces.map(occurs))
}

function occurs(piece: string): Expression<SqlBool> {
  const inText = eb('o.search_text', 'like', containing(folded(piece)))
  if (!PHONE.test(piece)) return inText
  return eb.or([inText, eb('o.search_text', 'like', containing(sql<string>`phone_digits(${piece})`))])
}
