import type { PaymentMethod } from '@marashi/domain/contracts/payment-methods'
import { paidStatuses } from '@marashi/domain/rules/payment-status'
import type { EntityManager } from '@mikro-orm/postgresql'
import { expressionBuilder, type SqlBool, sql } from 'kysely'
import { db } from '../../../db/db.ts'
import type { Tables } from '../../../tables.ts'
import { paymentsNamed } from '../settlement/payments-named.ts'
import { centsOfLine } from './cents-of-line.ts'
import type { LockedTransaction } from './lock-transaction.ts'

type Line = Pick<LockedTransaction, 'gateway' | 'reference' | 'relatedReference' | 'paymentReference'>
type RefundLine = Line & Pick<LockedTransaction, 'amountCents' | 'listedCents'>

/** What a gateway calls some money: a row l with these columns. */
export interface NamedLine {
  gateway: PaymentMethod
  reference: string
  related_reference: string | null
  payment_reference: string | null
  amount_cents: number
  listed_amount_cents: number | null
}

const { selectFrom } = expressionBuilder<Tables & { l: NamedLine }, 'l'>()

/** The payment of ours that the line l is: the gateway names it, or the administrator has typed its receipt. */
export const paymentOfLine = selectFrom(
  paymentsNamed(
    sql<string>`any(array[upper(l.reference), upper(l.related_reference)])`,
    sql<string>`any(array[l.reference, l.related_reference, l.payment_reference])`,
  ).as('named'),
)
  .where('named.deletedAt', 'is', null)
  .whereRef('named.method', '=', 'l.gateway')
  .where('named.status', 'in', paidStatuses)
  .select('named.id')
  .orderBy('named.isManual')
  .orderBy('named.id')
  .limit(1)

const refundsNamed = (condition: ReturnType<typeof sql<SqlBool>>) =>
  selectFrom('payment_refunds as r')
    .whereRef('r.payment_method', '=', 'l.gateway')
    .where('r.status', '=', 'succeeded')
    .where(condition)
    .select(['r.id', sql<boolean>`false`.as('isUnproved'), sql<number>`0`.as('rank')])

/**
 * A refund of a whole payment that nothing of the provider's proves yet: the line takes as much back and names the payment. One that
 * was asked for at the provider and counted as failed was made after all, and comes before what the administrator has given back since.
 */
const refundsOfWholePayment = selectFrom((of) =>
  of
    .selectFrom('payments as p')
    .where(sql<SqlBool>`p.provider_receipt is not null and upper(p.provider_receipt) = upper(l.related_reference)`)
    .select(['p.id', 'p.amount', 'p.payment_method', 'p.deleted_at'])
    .offset(0)
    .as('p'),
)
  .innerJoin('payment_refunds as r', 'r.payment_id', 'p.id')
  .where('p.deleted_at', 'is', null)
  .whereRef('p.payment_method', '=', 'l.gateway')
  .where(sql<SqlBool>`${centsOfLine('l')} = -round(p.amount * 100) and r.amount = p.amount`)
  .where(sql<SqlBool>`(r.status in ('sent', 'unknown', 'succeeded') or r.status = 'failed' and not r.is_manual)`)
  .where('r.provider_receipt', 'is', null)
  .select([
    'r.id',
    sql<boolean>`true`.as('isUnproved'),
    sql<number>`case when r.is_manual then 2 when r.status = 'failed' then 1 else 0 end`.as('rank'),
  ])

/** The refund of ours that the line l is; `isUnproved` where this line alone proves it. */
export const refundOfLine = selectFrom(
  refundsNamed(sql<SqlBool>`r.provider_receipt is not null and upper(r.provider_receipt) = upper(l.reference)`)
    .unionAll(refundsNamed(sql<SqlBool>`r.provider_reference = coalesce(l.related_reference, l.reference)`))
    .unionAll(refundsOfWholePayment)
    .as('named'),
)
  .select(['named.id', 'named.isUnproved'])
  .orderBy('named.isUnproved')
  .orderBy('named.rank')
  .orderBy('named.id')
  .limit(1)

const asRow = ({ gateway, reference, relatedReference, paymentReference, amountCents, listedCents }: RefundLine) =>
  sql<NamedLine>`(select ${gateway}::text as gateway, ${reference}::text as reference,
    ${relatedReference}::text as related_reference, ${paymentReference}::text as payment_reference, ${amountCents}::bigint as amount_cents, ${listedCents}::bigint as listed_amount_cents)`.as<'l'>(
    sql.ref('l'),
  )

/** As paymentOfLine, for one line. */
export async function paymentOfTransaction(tx: EntityManager, line: Line): Promise<string | undefined> {
  const row = await db(tx)
    // A payment is found by its names alone.
    .selectFrom(asRow({ ...line, amountCents: 0, listedCents: null }))
    .crossJoinLateral(paymentOfLine.as('found'))
    .select('found.id')
    .executeTakeFirst()
  return row?.id
}

/** As refundOfLine, for one line. */
export const refundOfTransaction = (tx: EntityManager, line: RefundLine) =>
  db(tx)
    .selectFrom(asRow(line))
    .crossJoinLateral(refundOfLine.as('found'))
    .select(['found.id', 'found.isUnproved'])
    .executeTakeFirst()
