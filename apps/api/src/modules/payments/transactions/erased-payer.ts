import { createHash } from 'node:crypto'
import type { EntityManager } from '@mikro-orm/postgresql'
import { type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { db } from '../../../db/db.ts'
import type { Tables } from '../../../tables.ts'
import { eraseEventBodies, namesLine } from '../webhooks/erase-event-bodies.ts'

/** What stands in the place of what was erased. */
export const ERASED = 'Erased'

/** A phone in the international form that gateways write, of its digits as `phone_digits` has them. */
export const asMsisdn = (phone: string) => phone.replace(/^0/, '254')

/** Whether an order, `o`, is an erased customer's. */
export const isOfErased = sql<SqlBool>`o.customer_name = ${ERASED} and o.customer_phone = ''`

type Lines = ExpressionBuilder<Tables, 'gateway_transactions'>

const account = sql.ref<string | null>('gateway_transactions.account')
const typedNumber = sql<string>`regexp_replace(upper(${account}), '[^A-Z0-9]', '', 'g')`
/** A payer may type anything as the account, a name too; only an order's number is worth keeping. */
const namesOrder = sql<boolean>`exists (select from orders where order_number = ${typedNumber})`

/**
 * A line of a gateway's ledger without who paid; amount, time and receipt stay for the books. What was not told is taken too,
 * so that no later report tells it. Programs that follow the lines learn of it.
 */
export const withoutPayer = (now: Date) => ({
  payer_name: ERASED,
  payer_phone: ERASED,
  description: ERASED,
  account: sql<string>`case when ${namesOrder} then ${account} else ${ERASED} end`,
  changed_at: sql<Date>`greatest(gateway_transactions.changed_at, ${now}::timestamptz)`,
})

/**
 * Takes who paid out of those of some lines that are money of an erased customer's order, and of the events that told of them:
 * a gateway's list tells it again. Whoever stores a report or connects a line calls it after.
 */
export async function eraseKnownPayers(tx: EntityManager, now: Date, lineIds: readonly string[]): Promise<void> {
  if (lineIds.length === 0) return
  const erased = await db(tx)
    .updateTable('gateway_transactions')
    .set(withoutPayer(now))
    .where('id', '=', sql<string>`any(${lineIds}::uuid[])`)
    // Every list tells of the line again, which has nothing left to take: the events are not read for it each time.
    .where('payer_name', 'is distinct from', ERASED)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('payments as p')
          .innerJoin('orders as o', 'o.id', 'p.order_id')
          .where(
            sql<SqlBool>`p.id = coalesce(gateway_transactions.payment_id,
              (select r.payment_id from payment_refunds r where r.id = gateway_transactions.refund_id))`,
          )
          .where(isOfErased)
          .select('o.id'),
      ),
    )
    .returning(['gateway', 'reference'])
    .execute()
  if (erased.length > 0) await eraseEventBodies(tx, namesLine(erased))
}

/** Whether a line tells of somebody. */
export const namesPayer = ({ or, and, eb, not }: Lines) =>
  or([
    eb('payer_name', '<>', ERASED),
    eb('payer_phone', '<>', ERASED),
    and([eb('account', '<>', ERASED), not(namesOrder)]),
  ])

/**
 * Whether a line is of whoever has this phone, given as `phone_digits` has it: paid from it, as far as it is told whole, or
 * with it or one of their orders typed as the account. Each condition has an index of its own.
 */
export function isOfPhone(phone: string, orderNumbers: readonly string[]) {
  const msisdn = asMsisdn(phone)
  const hash = createHash('sha256').update(msisdn).digest('hex')
  const payers = [phone, msisdn, `+${msisdn}`, hash]
  return [
    sql<SqlBool>`lower(gateway_transactions.payer_phone) = any(${payers}::text[])`,
    sql<SqlBool>`${typedNumber} = any(${[...orderNumbers, phone, msisdn]}::text[])`,
  ]
}
