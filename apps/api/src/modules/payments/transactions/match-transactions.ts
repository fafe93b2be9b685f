import { clocksApartMs } from '@marashi/domain/rules/money-before-order'
import type { EntityManager } from '@mikro-orm/postgresql'
import { type SqlBool, sql } from 'kysely'
import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { centsOfLine } from './cents-of-line.ts'
import { isDecided } from './is-decided.ts'
import { linkTransaction } from './link-transaction.ts'
import { lockTransaction } from './lock-transaction.ts'
import { paymentOfLine, refundOfLine } from './payment-of-transaction.ts'
import { placeTransaction } from './place-transaction.ts'
import { isSentBack } from './sent-back.ts'

const AT_MOST = 1_000
const RECENT_MS = 14 * 24 * 60 * 60_000

/**
 * Connects the lines that belong to no row of ours yet with the payments and refunds that have their references by now:
 * a callback may come after the line. Lines of a gateway's list whose payer typed an order's number are booked as their
 * confirmation would have been. `recent` lines are those that the shop heard of, or something became of, within two weeks: a
 * till that another business uses too has a hundred thousand more, which take a second. Answers how many.
 */
export async function matchTransactions(
  ctx: Pick<Context, 'em' | 'clock'>,
  which: 'all' | 'recent' = 'all',
): Promise<number> {
  const { em, clock } = ctx
  const since = which === 'recent' ? new Date(clock().getTime() - RECENT_MS) : undefined
  const link = (id: string) =>
    em.fork().transactional(async (tx) => await linkTransaction(tx, clock(), await lockTransaction(tx, id)))
  const place = async (id: string) => (await placeTransaction(ctx, id)).result !== 'unmatched'
  const named = [...(await linesOfPayments(em, since).execute()), ...(await linesOfRefunds(em, since).execute())]
  const linked = await countOf(named, link)
  return linked + (await countOf(await linesOfOrders(em, since).execute(), place))
}

/** How many lines `match` has connected. One that fails stands in no other's way; the first failure is thrown at the end. */
async function countOf(lines: readonly { id: string }[], match: (id: string) => Promise<unknown>): Promise<number> {
  let matched = 0
  const failures: unknown[] = []
  for (const { id } of lines) {
    try {
      if (await match(id)) matched++
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
  return matched
}

/**
 * The unmatched lines of gateways' lists that name an order and its exact amount, where the order is unpaid or was called
 * paid by a status query that named no receipt. What the administrator has decided about, or has to, stays as it is: money
 * that moved before the order or went back too, as bookTransaction would find.
 */
const linesOfOrders = (em: EntityManager, since?: Date) =>
  unmatchedLines(em, since)
    .innerJoin('orders as o', (join) =>
      join.on('o.order_number', '=', sql<string>`regexp_replace(upper(l.account), '[^A-Z0-9]', '', 'g')`),
    )
    .where('l.kind', '=', 'payment')
    .where('l.first_source', 'in', ['pull', 'statement'])
    .where('l.is_left_to_owner', '=', false)
    .where(sql<SqlBool>`not ${isSentBack('l')}`)
    .where('o.deleted_at', 'is', null)
    .where(sql<SqlBool>`l.occurred_at >= o.created_at - ${clocksApartMs}::int * interval '1 millisecond'`)
    .where(centsOfLine('l'), '=', sql<number>`(o.total * 100)::bigint`)
    .where(({ and, eb, exists, or, selectFrom }) =>
      or([
        and([eb('o.paid_at', 'is', null), eb('o.refunded_at', 'is', null)]),
        exists(
          selectFrom((of) =>
            of
              .selectFrom('payments')
              .whereRef('order_id', '=', 'o.id')
              .selectAll()
              // As in paymentOfLine: a payment without a receipt may seem to be as rare as one of this order.
              .offset(0)
              .as('p'),
          )
            .select('p.id')
            .whereRef('p.payment_method', '=', 'l.gateway')
            .where('p.status', '=', 'completed')
            .where('p.is_manual', '=', false)
            .where('p.provider_receipt', 'is', null)
            .where('p.receipt_number', 'is', null),
        ),
      ]),
    )
    .where(sql<SqlBool>`not ${isDecided('l')}`)

/** The unmatched lines whose payment there is by now. */
export const linesOfPayments = (em: EntityManager, since?: Date) =>
  unmatchedLines(em, since).where('l.kind', '=', 'payment').crossJoinLateral(paymentOfLine.as('found'))

/** The unmatched lines whose refund there is by now. */
export const linesOfRefunds = (em: EntityManager, since?: Date) =>
  unmatchedLines(em, since).where('l.kind', '=', 'refund').crossJoinLateral(refundOfLine.as('found'))

const unmatchedLines = (em: EntityManager, since: Date | undefined) =>
  db(em)
    .selectFrom('gateway_transactions as l')
    .$if(since !== undefined, (lines) => lines.where('l.changed_at', '>', since as Date))
    .where('l.payment_id', 'is', null)
    .where('l.refund_id', 'is', null)
    .where('l.dismissed_at', 'is', null)
    .select('l.id')
    .orderBy('l.occurred_at', 'desc')
    .orderBy('l.id', 'desc')
    .limit(AT_MOST)
