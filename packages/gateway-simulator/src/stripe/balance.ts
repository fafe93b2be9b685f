import type Stripe from 'stripe'
import { z } from 'zod'
import type { FormValue } from '../core/form-body.ts'
import { stripeId } from '../core/random-id.ts'
import type { StripeAccount } from './stripe-account.ts'
import { invalid } from './stripe-error.ts'

/** What is wrong with the next page of the balance: a line is missing, doubled or about another amount. */
export const balancePlan = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('right') }),
  z.strictObject({ kind: z.literal('missing'), source: z.string() }),
  z.strictObject({ kind: z.literal('doubled'), source: z.string() }),
  z.strictObject({ kind: z.literal('wrong'), source: z.string(), amountCents: z.number().int().positive() }),
])
export type BalancePlan = z.output<typeof balancePlan>

type Line = Stripe.BalanceTransaction

/** Books what a refund or a dispute moves, in the account's currency; `cents` of the customer's side, below 0 where it went. */
export function bookBalance(
  account: StripeAccount,
  { source, category, cents }: { source: string; category: string; cents: number },
): void {
  const { currency, exchangeRate } = account.settings.settlement
  const atSeconds = account.world.clock.seconds()
  const amount = currency === 'kes' ? cents : Math.round(cents * exchangeRate)
  account.balances.put({
    id: stripeId('txn'),
    object: 'balance_transaction',
    amount,
    available_on: atSeconds,
    balance_type: 'payments',
    created: atSeconds,
    currency,
    description: null,
    exchange_rate: currency === 'kes' ? null : exchangeRate,
    fee: 0,
    fee_details: [],
    net: amount,
    reporting_category: category,
    source,
    status: 'available',
    type: category === 'refund' || category === 'refund_failure' ? category : 'adjustment',
  })
}

const seconds = z.string().regex(/^\d+$/).transform(Number)
const listRequest = z.object({
  created: z.object({ gte: seconds, lt: seconds }),
  limit: z.string().regex(/^\d+$/).transform(Number).pipe(z.number().min(1).max(100)).default(10),
  starting_after: z.string().optional(),
  expand: z.array(z.literal('data.source')).default([]),
})

/** A page of the balance's lines, newest first, as Stripe lists them. */
export function listBalance(account: StripeAccount, query: Record<string, FormValue>): object {
  const result = listRequest.safeParse(query)
  if (!result.success) throw invalid(`Invalid ${String(result.error.issues[0]?.path[0])}`)
  const { created, limit, starting_after, expand } = result.data
  const all = account.balances
    .list()
    .filter((line) => line.created >= created.gte && line.created < created.lt)
    .toReversed()
  const from = starting_after === undefined ? 0 : all.findIndex(({ id }) => id === starting_after) + 1
  const page = all.slice(from, from + limit)
  const shown = expand.length === 0 ? page : page.map((line) => ({ ...line, source: sourceOf(account, line) }))
  return {
    object: 'list',
    url: '/v1/balance_transactions',
    has_more: from + limit < all.length,
    data: changed(shown as Line[], account.balanceScript.draw()),
  }
}

function sourceOf(account: StripeAccount, { source }: Line): unknown {
  const id = String(source)
  return account.charges.find(id) ?? account.refunds.find(id) ?? account.disputes.find(id) ?? null
}

function changed(lines: Line[], plan: BalancePlan): Line[] {
  if (plan.kind === 'right') return lines
  return lines.flatMap((line) => {
    const source = line.source as { id?: string; amount?: number } | null
    if (source?.id !== plan.source) return [line]
    if (plan.kind === 'missing') return []
    if (plan.kind === 'doubled') return [line, { ...line, id: stripeId('txn') }]
    const wrong = { ...source, amount: plan.amountCents, amount_captured: plan.amountCents }
    return [{ ...line, source: wrong } as unknown as Line]
  })
}
