import { isId } from '@marashi/domain/rules/record-id'
import type { EntityManager } from '@mikro-orm/postgresql'
import { containing } from '../../db/sql.ts'

/** A condition on `orders` as o, with the values of its question marks. */
export interface OrderCondition {
  sql: string
  values: unknown[]
}

const PHONE = /^\+?[\d\s().-]*\d[\d\s().-]*$/
const MAX_WORDS = 10

/**
 * A search finds the newest ten thousand at most, and counts no more: nobody reads further, and a letter that stands in
 * every one of a million orders would keep the database busy until its time is up.
 */
export const MOST_FOUND = 10_000

/**
 * What the administrator's search box asks of orders. A whole number, id, phone, e-mail, receipt or payment id (or its
 * last eight characters) that is on the books finds just these orders; otherwise every word must occur in number, name,
 * e-mail, receipt or payment id, without regard to case and accents, or the digits in a phone, however it is written.
 */
export async function orderSearch(em: EntityManager, search: string | undefined): Promise<OrderCondition | undefined> {
  if (!search) return undefined
  if (isId(search)) return { sql: 'o.id = ?', values: [search] }
  const exact: OrderCondition = {
    sql: 'o.search_keys && array[lower(?), phone_digits(?)]',
    values: [search, PHONE.test(search) ? search : null],
  }
  // Not a bare `limit 1`: expecting a hit soon, PostgreSQL would read the orders one by one, all of them without one.
  const known = await em.execute(
    `with known as materialized (select from orders o where o.deleted_at is null and ${exact.sql}) select from known limit 1`,
    exact.values,
  )
  return known.length > 0 ? exact : occurring(search)
}

function occurring(search: string): OrderCondition {
  const pieces = PHONE.test(search) ? [search] : search.split(/\s+/).slice(0, MAX_WORDS)
  const conditions = pieces.map(occurs)
  return {
    sql: conditions.map(({ sql }) => sql).join(' and '),
    values: conditions.flatMap(({ values }) => values),
  }
}

function occurs(piece: string): OrderCondition {
  const inText = `o.search_text like ${containing('shop_fold(?)')}`
  if (!PHONE.test(piece)) return { sql: inText, values: [piece] }
  return { sql: `(${inText} or o.search_text like ${containing('phone_digits(?)')})`, values: [piece, piece] }
}
