import type Stripe from 'stripe'
import type { LedgerLine, Period } from '../provider-ledger.ts'

export interface CardBalance {
  /** The lines of the balance in a period, a page at a time, newest first. Throws SERVICE_UNAVAILABLE without an answer. */
  balanceBetween(period: Period): AsyncGenerator<LedgerLine[]>
}

type Ask = <Answer>(call: () => Promise<Answer>) => Promise<Answer>

const PAGE = 100

/** Stripe's balance transactions, each with what it is about: its amounts may be in another currency than the charge's. */
export function cardBalance(stripe: Stripe, ask: Ask): CardBalance {
  return {
    async *balanceBetween({ from, until }) {
      const created = { gte: seconds(from), lt: seconds(until) }
      let after: string | undefined
      do {
        const page = await ask(() =>
          stripe.balanceTransactions.list({
            created,
            limit: PAGE,
            expand: ['data.source'],
            ...(after && { starting_after: after }),
          }),
        )
        yield page.data.map(lineOf)
        after = page.has_more ? page.data.at(-1)?.id : undefined
      } while (after)
    },
  }
}

const seconds = (at: Date): number => Math.ceil(at.getTime() / 1000)

function lineOf(transaction: Stripe.BalanceTransaction): LedgerLine {
  const { id, fee, net, currency, created, reporting_category } = transaction
  return {
    ...subjectOf(transaction),
    reference: id,
    feeCents: fee,
    netCents: net,
    balanceCurrency: currency === 'kes' ? null : currency.toUpperCase(),
    occurredAt: new Date(created * 1000),
    account: null,
    payerName: null,
    payerPhone: null,
    description: reporting_category,
  }
}

type Subject = Pick<LedgerLine, 'kind' | 'amountCents' | 'relatedReference' | 'paymentReference'>

/** What moved for the customer. Money in another currency than the shop's is no sale of the shop. */
function subjectOf({ reporting_category, source }: Stripe.BalanceTransaction): Subject {
  const about = typeof source === 'object' ? source : null
  const isOurs = about !== null && 'currency' in about && about.currency === 'kes'
  if (isOurs && about.object === 'charge' && reporting_category === 'charge') {
    const paymentReference = paymentOf(about.payment_intent, about.id)
    return { kind: 'payment', amountCents: about.amount_captured, relatedReference: about.id, paymentReference }
  }
  if (isOurs && about.object === 'refund') {
    const amountCents = reporting_category === 'refund_failure' ? about.amount : -about.amount
    const paymentReference = paymentOf(about.payment_intent, about.charge)
    return { kind: 'refund', amountCents, relatedReference: about.id, paymentReference }
  }
  if (isOurs && about.object === 'dispute') {
    const amountCents = reporting_category === 'dispute_reversal' ? about.amount : -about.amount
    const paymentReference = paymentOf(about.payment_intent, about.charge)
    return { kind: 'dispute', amountCents, relatedReference: idOf(about.charge), paymentReference }
  }
  const kind = reporting_category.startsWith('payout') ? 'payout' : reporting_category === 'fee' ? 'fee' : 'other'
  return { kind, amountCents: 0, relatedReference: about?.id ?? null }
}

type Named = string | { id: string } | null

const idOf = (named: Named): string | null => (typeof named === 'string' ? named : (named?.id ?? null))

/** A charge of a page that makes no intent, as an old payment link, is its own payment. */
const paymentOf = (intent: Named, charge: Named): string | null => idOf(intent) ?? idOf(charge)
