import type { CashUpMethod } from '@marashi/domain/contracts/admin-cash-up'
import { nairobiDay } from '@marashi/domain/rules/nairobi-time'
import type { Context } from '../../../http/context.ts'
import type { PaymentProvider } from '../providers/provider.ts'
import type { Period } from '../providers/provider-ledger.ts'
import { paymentProviders } from '../providers/registry.ts'
import { cashOnDelivery } from './cash-on-delivery.ts'
import { balancesOf, checksOf, sumListed, sumUnlisted } from './method-sums.ts'
import { checksOfDay } from './planned-checks.ts'

/** Each way to pay on a day: what the books have, what the gateways' lists have, and the difference. */
export async function cashUpMethods(ctx: Context, period: Period): Promise<CashUpMethod[]> {
  const [listed, unlisted, checks, balances, onDelivery, asked] = await Promise.all([
    sumListed(ctx, period),
    sumUnlisted(ctx, period),
    checksOf(ctx, period),
    balancesOf(ctx, period),
    cashOnDelivery(ctx, period),
    checksOfDay(ctx.em, nairobiDay(period.from)),
  ])
  const gateways = paymentProviders().map((provider) =>
    methodOf(ctx, provider, {
      listed: listed.find(({ method }) => method === provider.method) ?? nothingListed,
      unlisted: unlisted.find(({ method }) => method === provider.method) ?? nothingUnlisted,
      check: checks.find(({ gateway }) => gateway === provider.method),
      balances: balances.filter(({ method }) => method === provider.method),
      checking: asked.find(({ method, state }) => method === provider.method && state === 'checking')?.lines ?? null,
    }),
  )
  return [...gateways, { ...unasked, method: 'on-delivery', ...onDelivery }]
}

interface Sums {
  listed: Omit<Awaited<ReturnType<typeof sumListed>>[number], 'method'>
  unlisted: Omit<Awaited<ReturnType<typeof sumUnlisted>>[number], 'method'>
  check: Awaited<ReturnType<typeof checksOf>>[number] | undefined
  balances: Awaited<ReturnType<typeof balancesOf>>
  checking: number | null
}

const nothingListed = { arrived: 0, returned: 0, notSales: 0, expected: 0, refunded: 0 }
const nothingUnlisted = { expected: 0, refunded: 0, unchecked: 0 }
const unasked = {
  arrived: null,
  returned: null,
  notSales: null,
  unchecked: null,
  difference: null,
  balances: [],
  checkedAt: null,
  source: null,
  isWholeDay: false,
  checking: null,
  canAsk: false,
} satisfies Partial<CashUpMethod>

function methodOf(
  ctx: Context,
  { method, ledger }: PaymentProvider,
  { listed, unlisted, check, balances, checking }: Sums,
): CashUpMethod {
  const expected = listed.expected + unlisted.expected
  const refunded = listed.refunded + unlisted.refunded
  const canAsk = ledger !== undefined && ledger.unavailable(ctx) === null
  if (!check) return { ...unasked, method, expected, refunded, checking, canAsk }
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
    // Where a list says nothing yet, a day on which nothing was booked has nothing to be compared.
    isWholeDay: check.isWholeDay || (check.isAskedForWholeDay && unchecked === 0),
    checking,
    canAsk,
  }
}
