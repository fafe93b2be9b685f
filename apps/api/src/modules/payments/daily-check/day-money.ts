import { paidStatuses } from '@marashi/domain/rules/payment-status'
import type { EntityManager } from '@mikro-orm/postgresql'
import { type Expression, type SqlBool, sql } from 'kysely'
import { db, literals } from '../../../db/db.ts'
import type { Period } from '../providers/provider-ledger.ts'
import { centsOfLine } from '../transactions/cents-of-line.ts'
import { isBelieved } from './is-believed.ts'

/** Shillings as whole cents. */
export const centsSql = (shillings: Expression<number>) => sql<number>`round(${shillings} * 100)::bigint`

/**
 * The lines of the gateways' lists in a period that moved a customer's money, each with what the shop's books have for it:
 * `ours` is 0 where they have nothing, and for every further line of one payment or refund.
 */
export function listedMoney(em: EntityManager, { from, until }: Period) {
  return db(em)
    .selectFrom('gateway_transactions as g')
    .leftJoin('payments as p', 'p.id', 'g.payment_id')
    .leftJoin('payment_refunds as r', 'r.id', 'g.refund_id')
    .leftJoin('payments as rp', 'rp.id', 'r.payment_id')
    .where('g.occurred_at', '>=', from)
    .where('g.occurred_at', '<', until)
    .where('g.on_statement_at', 'is not', null)
    .where(({ eb, or }) =>
      or([
        eb('g.kind', 'in', ['payment', 'refund', 'dispute']),
        eb('g.payment_id', 'is not', null),
        eb('g.refund_id', 'is not', null),
      ]),
    )
    .select(({ fn, ref }) => [
      'g.id as transaction_id',
      'g.gateway as method',
      'g.kind',
      'g.occurred_at',
      'r.id as refund_id',
      fn.coalesce('p.id', 'rp.id').as('payment_id'),
      fn.coalesce('p.order_id', 'rp.order_id').as('order_id'),
      fn.coalesce('p.is_surplus', 'rp.is_surplus').as('is_surplus'),
      sql<boolean>`g.payment_id is not null or g.refund_id is not null`.as('is_ours'),
      sql<boolean>`g.dismissed_at is not null`.as('is_dismissed'),
      centsOfLine('g').as('theirs'),
      sql<number>`case
        when not ${isFirst} then 0
        when p.status in (${literals(paidStatuses)}) and p.deleted_at is null then ${centsSql(ref('p.amount').$castTo<number>())}
        when r.status = 'succeeded' and rp.deleted_at is null then -${centsSql(ref('r.amount').$castTo<number>())}
        else 0 end`.as('ours'),
    ])
}

const noneBefore = (column: 'payment_id' | 'refund_id') => sql<boolean>`not exists (
  select from gateway_transactions e
  where e.${sql.ref(column)} = g.${sql.ref(column)} and e.on_statement_at is not null
    and (e.occurred_at, e.id) < (g.occurred_at, g.id))`

/** Whether no line before this one is of the same payment or refund. */
const isFirst = sql<boolean>`case when g.payment_id is not null then ${noneBefore('payment_id')} else ${noneBefore('refund_id')} end`

/** Payments and refunds that the shop booked in a period and no list has; `is_covered` where a list should have them. */
export function unlistedMoney(em: EntityManager, { from, until }: Period) {
  const payments = db(em)
    .selectFrom('payments as p')
    .where('p.completed_at', '>=', from)
    .where('p.completed_at', '<', until)
    .where('p.status', 'in', paidStatuses)
    .where('p.deleted_at', 'is', null)
    .where(isUnlisted('payment_id', 'p.id'))
    .select(({ ref }) => [
      'p.payment_method as method',
      'p.id as payment_id',
      sql<string | null>`null::uuid`.as('refund_id'),
      'p.order_id',
      'p.is_surplus',
      'p.is_manual',
      'p.completed_at as at',
      centsSql(ref('p.amount')).as('ours'),
      isCovered('p.payment_method', 'p.completed_at').as('is_covered'),
    ])
  const refunds = db(em)
    .selectFrom('payment_refunds as r')
    .innerJoin('payments as p', 'p.id', 'r.payment_id')
    .where('r.succeeded_at', '>=', from)
    .where('r.succeeded_at', '<', until)
    .where('p.deleted_at', 'is', null)
    .where(isUnlisted('refund_id', 'r.id'))
    .select(({ ref }) => [
      'p.payment_method as method',
      'p.id as payment_id',
      sql<string | null>`r.id`.as('refund_id'),
      'p.order_id',
      'p.is_surplus',
      'r.is_manual',
      'r.succeeded_at as at',
      sql<number>`-${centsSql(ref('r.amount'))}`.as('ours'),
      sql<boolean>`${isCovered('p.payment_method', 'r.succeeded_at', true)}`.as('is_covered'),
    ])
  return payments.unionAll(refunds)
}

const isUnlisted = (column: 'payment_id' | 'refund_id', id: string) =>
  sql<SqlBool>`not exists (
    select from gateway_transactions g where g.${sql.ref(column)} = ${sql.ref(id)} and g.on_statement_at is not null)`

const isCovered = (method: string, at: string, isRefund = false) =>
  sql<boolean>`exists (
    select from gateway_checks c
    where c.gateway = ${sql.ref(method)} and c.from_at <= ${sql.ref(at)} and c.until_at > ${sql.ref(at)}
      and (c.has_refunds or not ${sql.lit(isRefund)}) and ${isBelieved})`

/** What the shop's books have of a period: each payment and refund once, on the day on which the gateway has it. */
export function bookedMoney(em: EntityManager, period: Period) {
  return db(em)
    .selectFrom(unlistedMoney(em, period).as('m'))
    .select([...booked])
    .unionAll(
      db(em)
        .selectFrom(listedMoney(em, period).as('m'))
        .where('m.ours', '<>', 0)
        .select([...booked]),
    )
}

const booked = [
  sql<string>`m.payment_id`.as('payment_id'),
  sql<string>`m.order_id`.as('order_id'),
  sql<boolean>`m.is_surplus`.as('is_surplus'),
  sql<number>`m.ours`.as('ours'),
] as const
