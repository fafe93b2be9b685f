import type { EntityManager } from '@mikro-orm/postgresql'
import { type Expression, type SqlBool, sql } from 'kysely'
import { db } from '../../db/db.ts'

/**
 * A text for the typed receipts and the lines of a gateway that nobody has decided on: it differs where one came, was
 * decided, or was left to the owner. It is no event of the log: what programs may rely on is the order's and the payment's.
 */
export async function undecidedMoney(em: EntityManager): Promise<string> {
  const claims = db(em)
    .selectFrom('receipt_claims')
    .where(isOpen)
    .select(({ ref }) => digest(sql`${ref('id')}::text || coalesce(${ref('left_because')}, '')`).as('digest'))
  const lines = db(em)
    .selectFrom('gateway_transactions')
    .where('payment_id', 'is', null)
    .where('refund_id', 'is', null)
    .where('dismissed_at', 'is', null)
    .where(movesMoney)
    .select(({ ref }) => digest(sql`${ref('id')}::text`).as('digest'))
  const { text } = await db(em)
    .selectNoFrom(sql<string>`concat_ws(' ', (${claims}), (${lines}))`.as('text'))
    .executeTakeFirstOrThrow()
  return text
}

// Written out, so that a plan for any values finds the indexes that hold just these.
const isOpen = sql<SqlBool>`(state = 'checking' or waits_for_other)`
const movesMoney = sql<SqlBool>`kind in ('payment', 'refund')`

/** How many rows there are and which, in any order. */
const digest = (row: Expression<unknown>) =>
  sql<string>`count(*) || '/' || coalesce(bit_xor(hashtextextended(${row}, 0)), 0)`
