import type { CashUpMethod } from '@marashi/domain/contracts/admin-cash-up'
import { type RawBuilder, sql } from 'kysely'
import { db, instant } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import type { PaymentProvider } from '../providers/provider.ts'
import type { Period } from '../providers/provider-ledger.ts'
import { paymentProviders } from '../providers/registry.ts'
import { listedCents, listedMoney, unlistedMoney } from './day-money.ts'

/** Each way to pay on a day: what the books have, what the gateways' lists have, and the difference. */
export async function cashUpMethods(ctx: Context, period: Period): Promise<CashUpMethod[]> {
  const [listed, unlisted, checks, balances, onDelivery] = await Promise.all([
    sumListed(ctx, period),
    sumUnlisted(ctx, period),
    checksOf(ctx, period),
    balancesOf(ctx, period),
    paidOnDelivery(ctx, period),
  ])
  const gateways = paymentProviders().map((provider) =>
    methodOf(ctx, provider, {
      listed: listed.find(({ method }) => method === provider.method) ?? nothingListed,
      unlisted: unlisted.find(({ method }) => method === provider.method) ?? nothingUnlisted,
      check: checks.find(({ gateway }) => gateway === provider.method),
      balances: balances.filter(({ method }) => method === provider.method),
    }),
  )
  return [...gateways, { ...unasked, method: 'on-delivery', expected: onDelivery }]
}

interface Sums {
  listed: Omit<Awaited<ReturnType<typeof sumListed>>[number], 'method'>
  unlisted: Omit<Awaited<ReturnType<typeof sumUnlisted>>[number], 'method'>
  check: Awaited<ReturnType<typeof checksOf>>[number] | undefined
  balances: Awaited<ReturnType<typeof balancesOf>>
}

const nothingListed = { arrived: 0, returned: 0, notSales: 0, expected: 0, refunded: 0 }
const nothingUnlisted = { expected: 0, refunded: 0, unchecked: 0 }
const unasked = {
  refunded: 0,
  arrived: null,
  returned: null,
  notSales: null,
  unchecked: null,
  difference: null,
  balances: [],
  checkedAt: null,
  source: null,
  isWholeDay: false,
  canAsk: false,
} satisfies Partial<CashUpMethod>

function methodOf(
  ctx: Context,
  { method, ledger }: PaymentProvider,
  { listed, unlisted, check, balances }: Sums,
): CashUpMethod {
  const expected = listed.expected + unlisted.expected
  const refunded = listed.refunded + unlisted.refunded
  const canAsk = ledger !== undefined && ledger.unavailable(ctx) === null
  if (!check) return { ...unasked, method, expected, refunded, canAsk }
  const { arrived, notSales } = listed
  const { unchecked } = unlisted
  return {
    method,
    expected,
    refunded,
    arrived,
    returned: check.hasRefunds || listed.returned !== 0 ? listed.returned : null,
    notSales,
    unchecked,
    difference: arrived - notSales - listed.returned - (expected - refunded - unchecked),
    balances: check.hasRefunds ? balances.map(({ currency, fees, net }) => ({ currency, fees, net })) : [],
    checkedAt: check.checkedAt,
    source: check.source,
    isWholeDay: check.isWholeDay,
    canAsk,
  }
}

function sumListed({ em }: Pick<Context, 'em'>, period: Period) {
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

function sumUnlisted({ em }: Pick<Context, 'em'>, period: Period) {
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

/** The newest check of a day by each gateway, and whether all checks together cover the day. */
function checksOf({ em }: Pick<Context, 'em'>, { from, until }: Period) {
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
      sql<boolean>`range_agg(tstzrange(c.from_at, c.until_at)) @> tstzrange(${from}::timestamptz, ${until}::timestamptz)`.as(
        'isWholeDay',
      ),
    ])
    .execute()
}

/** Fees and net by the currency of the gateway's own balance; what is moved between accounts of the shop is neither. */
function balancesOf({ em }: Pick<Context, 'em'>, { from, until }: Period) {
  const currency = sql<string>`coalesce(g.balance_currency, 'KES')`
  return db(em)
    .selectFrom('gateway_transactions as g')
    .where('g.occurred_at', '>=', from)
    .where('g.occurred_at', '<', until)
    .where('g.on_statement_at', 'is not', null)
    .where('g.kind', 'in', ['payment', 'refund', 'dispute', 'fee'])
    .groupBy(['g.gateway', currency])
    .orderBy('g.gateway')
    .orderBy(currency)
    .select([
      'g.gateway as method',
      currency.as('currency'),
      sql<number>`coalesce(sum(case when g.kind = 'fee' then -coalesce(g.net_cents, ${listedCents})
        else coalesce(g.fee_cents, 0) end), 0)::bigint`.as('fees'),
      sql<number>`coalesce(sum(coalesce(g.net_cents, ${listedCents} - coalesce(g.fee_cents, 0))), 0)::bigint`.as('net'),
    ])
    .execute()
}

/** Orders of the day that were delivered and paid in cash, which no gateway sees; cents. */
async function paidOnDelivery({ em }: Pick<Context, 'em'>, { from, until }: Period): Promise<number> {
  const { cents } = await db(em)
    .selectFrom('orders as o')
    .where('o.created_at', '>=', from)
    .where('o.created_at', '<', until)
    .where('o.deleted_at', 'is', null)
    .where('o.payment_method', '=', 'manual')
    .where('o.paid_at', 'is', null)
    .select(sql<number>`coalesce(round(sum(order_revenue(o)) * 100), 0)::bigint`.as('cents'))
    .executeTakeFirstOrThrow()
  return cents
}
