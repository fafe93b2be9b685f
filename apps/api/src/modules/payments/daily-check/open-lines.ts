import type { CashUp, OpenLine } from '@marashi/domain/contracts/admin-cash-up'
import { sql } from 'kysely'
import { db, instant } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import type { Period } from '../providers/provider-ledger.ts'
import { centsOfLine } from '../transactions/cents-of-line.ts'
import { centsSql } from './day-money.ts'

const AT_MOST = 200

/**
 * What is still open about the money of a day: flags, unmatched money, typed receipts and refunds without an end. Flags and refunds
 * come first: a till may have hundreds of unmatched payments, which have a list of their own, and these stand nowhere else.
 */
export async function openLines(
  { em }: Pick<Context, 'em'>,
  { from, until }: Period,
): Promise<Omit<CashUp['open'], 'total'>> {
  const lines = openOf(em, { from, until })
  const counts = await db(em)
    .selectFrom(lines.as('x'))
    .groupBy('x.kind')
    .select(['x.kind', sql<number>`count(*)`.as('count')])
    .execute()
  const countOf = (kind: OpenLine['kind']) => counts.find((each) => each.kind === kind)?.count ?? 0
  const first = await db(em)
    .selectFrom(lines.as('x'))
    .select(({ ref }) => [
      'x.kind',
      'x.id',
      'x.what',
      'x.payment_id as paymentId',
      'x.order_id as orderId',
      'x.order_number as orderNumber',
      'x.amount',
      instant(ref('x.at').$castTo<Date>()).as('at'),
    ])
    .orderBy(({ eb }) => eb('x.kind', 'in', ['flag', 'pending-refund']), 'desc')
    .orderBy('x.at')
    .orderBy('x.id')
    .limit(AT_MOST)
    .execute()
  return {
    flags: countOf('flag'),
    unmatched: countOf('unmatched'),
    claims: countOf('claim'),
    pendingRefunds: countOf('pending-refund'),
    lines: first,
  }
}

/** The same as a query, each line once. */
export function openOf(em: Context['em'], { from, until }: Period) {
  const flags = db(em)
    .selectFrom('payment_flags as f')
    .innerJoin('payments as p', 'p.id', 'f.payment_id')
    .innerJoin('orders as o', 'o.id', 'p.order_id')
    .where('f.resolved_at', 'is', null)
    .where('f.raised_at', '>=', from)
    .where('f.raised_at', '<', until)
    .select(({ ref }) => [
      sql<OpenLine['kind']>`'flag'`.as('kind'),
      sql<string>`f.id::text`.as('id'),
      sql<string>`f.what`.as('what'),
      sql<string | null>`p.id`.as('payment_id'),
      sql<string | null>`o.id`.as('order_id'),
      sql<string | null>`o.order_number`.as('order_number'),
      sql<number | null>`${centsSql(ref('p.amount'))}`.as('amount'),
      'f.raised_at as at',
    ])
  const unmatched = db(em)
    .selectFrom('gateway_transactions as g')
    .where('g.kind', '=', 'payment')
    .where('g.payment_id', 'is', null)
    .where('g.refund_id', 'is', null)
    .where('g.dismissed_at', 'is', null)
    .where('g.occurred_at', '>=', from)
    .where('g.occurred_at', '<', until)
    .select([
      sql<OpenLine['kind']>`'unmatched'`.as('kind'),
      sql<string>`g.id::text`.as('id'),
      sql<string>`g.reference`.as('what'),
      sql<string | null>`null::uuid`.as('payment_id'),
      sql<string | null>`null::uuid`.as('order_id'),
      sql<string | null>`null::text`.as('order_number'),
      sql<number | null>`${centsOfLine('g')}`.as('amount'),
      'g.occurred_at as at',
    ])
  return flags.unionAll(unmatched).unionAll(waiting(em, { from, until }))
}

/** Refunds and typed receipts whose answer has not come. */
function waiting(em: Context['em'], { from, until }: Period) {
  const refunds = db(em)
    .selectFrom('payment_refunds as r')
    .innerJoin('payments as p', 'p.id', 'r.payment_id')
    .innerJoin('orders as o', 'o.id', 'p.order_id')
    .where('r.status', 'not in', ['succeeded', 'failed'])
    .where('r.requested_at', '>=', from)
    .where('r.requested_at', '<', until)
    .select(({ ref }) => [
      sql<OpenLine['kind']>`'pending-refund'`.as('kind'),
      sql<string>`r.id::text`.as('id'),
      sql<string>`r.status`.as('what'),
      sql<string | null>`p.id`.as('payment_id'),
      sql<string | null>`o.id`.as('order_id'),
      sql<string | null>`o.order_number`.as('order_number'),
      sql<number | null>`-${centsSql(ref('r.amount'))}`.as('amount'),
      'r.requested_at as at',
    ])
  const claims = db(em)
    .selectFrom('receipt_claims as c')
    .innerJoin('orders as o', 'o.id', 'c.order_id')
    .where('c.state', '=', 'checking')
    .where('c.asked_at', '>=', from)
    .where('c.asked_at', '<', until)
    .select([
      sql<OpenLine['kind']>`'claim'`.as('kind'),
      sql<string>`c.id::text`.as('id'),
      sql<string>`c.receipt`.as('what'),
      sql<string | null>`null::uuid`.as('payment_id'),
      sql<string | null>`o.id`.as('order_id'),
      sql<string | null>`o.order_number`.as('order_number'),
      sql<number | null>`null::bigint`.as('amount'),
      'c.asked_at as at',
    ])
  return refunds.unionAll(claims)
}
