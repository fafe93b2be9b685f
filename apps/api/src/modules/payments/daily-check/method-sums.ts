import type { CashUpMethod } from '@marashi/domain/contracts/admin-cash-up'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { db, instant } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import type { Period } from '../providers/provider-ledger.ts'
import { centsOfLine, netOfLine } from '../transactions/cents-of-line.ts'
import { listedMoney, unlistedMoney } from './day-money.ts'
import { isBelieved } from './is-believed.ts'

/** What the gateways' lists of a period have, by method, and what the books have of the same money. */
export function sumListed({ em }: Pick<Context, 'em'>, period: Period) {
  return db(em)
    .selectFrom(listedMoney(em, period).as('l'))
    .groupBy('l.method')
    .select([
      'l.method',
      sumOf(sql`l.theirs`, sql`l.kind = 'payment'`).as('arrived'),
      sumOf(sql`-l.theirs`, sql`l.kind <> 'payment'`).as('returned'),
      sumOf(sql`l.theirs`, sql`l.is_dismissed`).as('notSales'),
      sumOf(sql`l.ours`, sql`l.ours > 0`).as('expected'),
      sumOf(sql`-l.ours`, sql`l.ours < 0`).as('refunded'),
    ])
    .execute()
}

/** What the books have of a period and no list, by method. */
export function sumUnlisted({ em }: Pick<Context, 'em'>, period: Period) {
  return db(em)
    .selectFrom(unlistedMoney(em, period).as('u'))
    .groupBy('u.method')
    .select([
      'u.method',
      sumOf(sql`u.ours`, sql`u.ours > 0`).as('expected'),
      sumOf(sql`-u.ours`, sql`u.ours < 0`).as('refunded'),
      sumOf(sql`u.ours`, sql`not u.is_covered`).as('unchecked'),
    ])
    .execute()
}

/** A sum of the rows that fit; 0 of none. */
const sumOf = (cents: RawBuilder<unknown>, fits: RawBuilder<unknown>) =>
  sql<number>`coalesce(sum(${cents}) filter (where ${fits}), 0)::bigint`

/**
 * The newest check of a day by each gateway, and whether all checks together cover the day; those that say nothing yet count where
 * it is only about what was asked for.
 */
export function checksOf({ em }: Pick<Context, 'em'>, { from, until }: Period) {
  const isWholeDay = (counts: RawBuilder<SqlBool>) =>
    sql<boolean>`coalesce(range_agg(tstzrange(c.from_at, c.until_at)) filter (where ${counts})
      @> tstzrange(${from}::timestamptz, ${until}::timestamptz), false)`
  return db(em)
    .selectFrom('gateway_checks as c')
    .where('c.from_at', '<', until)
    .where('c.until_at', '>', from)
    .groupBy('c.gateway')
    .select([
      'c.gateway',
      instant(sql<Date>`max(c.checked_at)`).as('checkedAt'),
      sql<NonNullable<CashUpMethod['source']>>`(array_agg(c.source order by c.checked_at desc, c.id))[1]`.as('source'),
      sql<boolean>`bool_or(c.has_refunds)`.as('hasRefunds'),
      isWholeDay(sql<SqlBool>`true`).as('isAskedForWholeDay'),
      isWholeDay(isBelieved).as('isWholeDay'),
    ])
    .execute()
}

/** Fees and net by the currency of the gateway's own balance; what is moved between accounts of the shop is neither. */
export function balancesOf({ em }: Pick<Context, 'em'>, { from, until }: Period) {
  const currency = sql<string>`coalesce(g.balance_currency, 'KES')`
  return (
    db(em)
      .selectFrom('gateway_transactions as g')
      .where('g.occurred_at', '>=', from)
      .where('g.occurred_at', '<', until)
      .where('g.on_statement_at', 'is not', null)
      .where('g.kind', 'in', ['payment', 'refund', 'dispute', 'fee'])
      // One list may have a fee without its payment, and another list both: it counts with its payment then.
      .where(({ exists, not, selectFrom }) =>
        not(
          exists(
            selectFrom('gateway_transactions as charged')
              .where('g.kind', '=', 'fee')
              // A fee line has the receipt of its payment, or names it.
              .where(sql<SqlBool>`charged.reference in (g.related_reference, regexp_replace(g.reference, '-FEE$', ''))`)
              .whereRef('charged.gateway', '=', 'g.gateway')
              .whereRef('charged.id', '<>', 'g.id')
              .where('charged.fee_cents', '>', 0)
              .select('charged.id'),
          ),
        ),
      )
      .groupBy(['g.gateway', currency])
      .orderBy('g.gateway')
      .orderBy(currency)
      .select([
        'g.gateway as method',
        currency.as('currency'),
        sql<number>`coalesce(sum(case when g.kind = 'fee' then -coalesce(g.net_cents, ${centsOfLine('g')})
        else coalesce(g.fee_cents, 0) end), 0)::bigint`.as('fees'),
        sql<number>`coalesce(sum(coalesce(${netOfLine('g')}, ${centsOfLine('g')})), 0)::bigint`.as('net'),
      ])
      .execute()
  )
}
