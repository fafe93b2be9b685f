import type { PaymentMethod } from '@marashi/domain/contracts/payment-methods'
import type { EntityManager } from '@mikro-orm/postgresql'
import { expressionBuilder, type SqlBool, sql } from 'kysely'
import { db } from '../../../db/db.ts'
import type { Tables } from '../../../tables.ts'
import type { LockedTransaction } from './lock-transaction.ts'

type Line = Pick<LockedTransaction, 'gateway' | 'reference' | 'relatedReference'>

/** What a gateway calls some money: a row l with these columns. */
export interface NamedLine {
  gateway: PaymentMethod
  reference: string
  related_reference: string | null
}

const { selectFrom } = expressionBuilder<Tables & { l: NamedLine }, 'l'>()
const names = sql<string>`any(array[upper(l.reference), upper(l.related_reference)])`

/**
 * The payments that have a name of the line l in one column. Each column is looked up by itself: with all of them in one
 * condition PostgreSQL may read every payment instead of the indexes. A condition holds what its index does and no more.
 */
const paymentsNamed = (condition: ReturnType<typeof sql<SqlBool>>) =>
  selectFrom('payments as p')
    .where(condition)
    .select(['p.id', 'p.is_manual as isManual', 'p.payment_method as method', 'p.status', 'p.deleted_at as deletedAt'])

/** The payment of ours that the line l is: the gateway names it, or the administrator has typed its receipt. */
export const paymentOfLine = selectFrom(
  paymentsNamed(sql<SqlBool>`p.provider_receipt is not null and upper(p.provider_receipt) = ${names}`)
    .unionAll(paymentsNamed(sql<SqlBool>`p.deleted_at is null and upper(p.transaction_id) = ${names}`))
    .unionAll(
      paymentsNamed(
        sql<SqlBool>`p.deleted_at is null and p.provider_receipt is null and upper(p.receipt_number) = ${names}`,
      ),
    )
    .unionAll(paymentsNamed(sql<SqlBool>`p.provider_reference = any(array[l.reference, l.related_reference])`))
    // Keeps everything else out of the look-ups: in a database that was not analysed yet, such as a restored one, a method,
    // a status or a payment that is not deleted seems to be as rare as a receipt, and PostgreSQL would read all of them.
    .offset(0)
    .as('named'),
)
  .where('named.deletedAt', 'is', null)
  .whereRef('named.method', '=', 'l.gateway')
  .where('named.status', 'in', ['completed', 'refunded'])
  .select('named.id')
  .orderBy('named.isManual')
  .orderBy('named.id')
  .limit(1)

const refundsNamed = (condition: ReturnType<typeof sql<SqlBool>>) =>
  selectFrom('payment_refunds as r')
    .whereRef('r.payment_method', '=', 'l.gateway')
    .where('r.status', '=', 'succeeded')
    .where(condition)
    .select('r.id')

/** The refund of ours that the line l is. */
export const refundOfLine = selectFrom(
  refundsNamed(sql<SqlBool>`r.provider_receipt is not null and upper(r.provider_receipt) = upper(l.reference)`)
    .unionAll(refundsNamed(sql<SqlBool>`r.provider_reference = coalesce(l.related_reference, l.reference)`))
    .as('named'),
)
  .select('named.id')
  .orderBy('named.id')
  .limit(1)

const asRow = ({ gateway, reference, relatedReference }: Line) =>
  sql<NamedLine>`(select ${gateway}::text as gateway, ${reference}::text as reference,
    ${relatedReference}::text as related_reference)`.as<'l'>(sql.ref('l'))

/** As paymentOfLine, for one line. */
export async function paymentOfTransaction(tx: EntityManager, line: Line): Promise<string | undefined> {
  const row = await db(tx)
    .selectFrom(asRow(line))
    .crossJoinLateral(paymentOfLine.as('found'))
    .select('found.id')
    .executeTakeFirst()
  return row?.id
}

/** As refundOfLine, for one line. */
export async function refundOfTransaction(tx: EntityManager, line: Line): Promise<string | undefined> {
  const row = await db(tx)
    .selectFrom(asRow(line))
    .crossJoinLateral(refundOfLine.as('found'))
    .select('found.id')
    .executeTakeFirst()
  return row?.id
}
