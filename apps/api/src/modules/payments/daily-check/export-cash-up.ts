import type { CashUpExportQuery, CashUpMethod } from '@marashi/domain/contracts/admin-cash-up'
import { nairobiDay, nairobiPeriod, nairobiSecond } from '@marashi/domain/rules/nairobi-time'
import { sql } from 'kysely'
import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { cashUpMethods } from './cash-up-methods.ts'

const BATCH_DAYS = 31

export const cashUpExportColumns = [
  'day',
  'method',
  'expected',
  'refundedHere',
  'arrived',
  'returned',
  'notSales',
  'unchecked',
  'difference',
  'fees',
  'net',
  'source',
  'checked',
  'wholeDay',
  'closed',
] as const

type Line = Record<(typeof cashUpExportColumns)[number], string | null>

/** A line for each day and way to pay, oldest first, some days at a time; amounts in shillings with two decimals. */
export async function* exportCashUp(ctx: Context, { from, to }: CashUpExportQuery): AsyncGenerator<Line[]> {
  const closed = await closedDays(ctx, { from, to })
  let lines: Line[] = []
  for (let day = from; day <= to; day = dayAfter(day)) {
    const methods = await cashUpMethods(ctx, nairobiPeriod(day))
    lines.push(...methods.map((method) => lineOf(method, day, closed.get(day) ?? null)))
    if (lines.length < BATCH_DAYS * methods.length) continue
    yield lines
    lines = []
  }
  yield lines
}

const dayAfter = (day: string): string => nairobiDay(nairobiPeriod(day).until)

function lineOf(method: CashUpMethod, day: string, closedAt: Date | null): Line {
  const { balances, checkedAt } = method
  return {
    day,
    method: method.method,
    expected: shillings(method.expected),
    refundedHere: shillings(method.refunded),
    arrived: shillings(method.arrived),
    returned: shillings(method.returned),
    notSales: shillings(method.notSales),
    unchecked: shillings(method.unchecked),
    difference: shillings(method.difference),
    // In the gateway's own currency, which is named where it is not the shop's.
    fees: balances.map(({ fees, currency }) => inCurrency(fees, currency)).join('; ') || null,
    net: balances.map(({ net, currency }) => inCurrency(net, currency)).join('; ') || null,
    source: method.source,
    checked: checkedAt && nairobiSecond(checkedAt),
    wholeDay: method.source && (method.isWholeDay ? 'yes' : 'no'),
    closed: closedAt && nairobiSecond(closedAt),
  }
}

const shillings = <Cents extends number | null>(cents: Cents) =>
  (cents === null ? null : (cents / 100).toFixed(2)) as string | Extract<Cents, null>

const inCurrency = (cents: number, currency: string): string =>
  currency === 'KES' ? shillings(cents) : `${shillings(cents)} ${currency}`

async function closedDays({ em }: Pick<Context, 'em'>, { from, to }: CashUpExportQuery): Promise<Map<string, Date>> {
  const rows = await db(em)
    .selectFrom('closed_days')
    .where('day', '>=', from)
    .where('day', '<=', to)
    .select([sql<string>`day::text`.as('day'), 'closed_at as closedAt'])
    .execute()
  return new Map(rows.map(({ day, closedAt }) => [day, closedAt]))
}
