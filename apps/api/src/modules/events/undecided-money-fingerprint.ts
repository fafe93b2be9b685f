import type { EntityManager } from '@mikro-orm/postgresql'
import { type Expression, type SqlBool, sql } from 'kysely'
import { db } from '../../db/db.ts'

const LAST_STEPS = 100

/**
 * Stands for the typed receipts that nobody has decided on and for what became of the lines of a gateway: another text than before
 * means that a receipt was typed, decided, or left to the owner, or that a line came, was connected or decided on. That is no
 * event of the log: what programs may rely on is the order's and the payment's.
 */
export async function fingerprintUndecidedMoney(em: EntityManager): Promise<string> {
  const claims = db(em)
    .selectFrom('receipt_claims')
    .where(isOpen)
    .select(({ ref }) => digest(sql`${ref('id')}::text || coalesce(${ref('left_because')}, '')`).as('digest'))
  // Every step of a line is in the history, so its end says as much as the lines that wait: a shop with a till has more of these
  // every day. Rows are committed in another order than they are numbered, hence more than the last one.
  const steps = db(em)
    .selectFrom(({ selectFrom }) =>
      selectFrom('gateway_transaction_events').select('id').orderBy('id', 'desc').limit(LAST_STEPS).as('e'),
    )
    .select(({ ref }) => digest(sql`${ref('id')}::text`).as('digest'))
  const { text } = await db(em)
    .selectNoFrom(sql<string>`concat_ws(' ', (${claims}), (${steps}))`.as('text'))
    .executeTakeFirstOrThrow()
  return text
}

// Written out, so that a plan for any values finds the indexes that hold just this.
const isOpen = sql<SqlBool>`(state = 'checking' or waits_for_other)`

/** How many rows there are and which, in any order. */
const digest = (row: Expression<unknown>) =>
  sql<string>`count(*) || '/' || coalesce(bit_xor(hashtextextended(${row}, 0)), 0)`
