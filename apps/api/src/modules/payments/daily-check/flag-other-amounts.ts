import type { PaymentMethod } from '@marashi/domain/contracts/payment-methods'
import { type SqlBool, sql } from 'kysely'
import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { flagPayment } from '../flags/flag-payment.ts'

/**
 * A payment that was booked with one amount and is on the gateway's own list with another is flagged with both: the list proves
 * that money came, and not that it was enough. At most `atMost` at a time; answers how many. See
 * docs/behaviour.md#daily-check.
 */
export async function flagOtherAmounts(
  ctx: Pick<Context, 'em' | 'clock'>,
  gateway: PaymentMethod,
  atMost: number,
): Promise<number> {
  const differing = await differingPayments(ctx, gateway).limit(atMost).execute()
  for (const { id, receipt, amountShillings, listedCents } of differing) {
    const details = { receipt, amountShillings, listedShillings: listedCents / 100 }
    await flagPayment(ctx, id, { what: 'amount-mismatch', details, source: 'gateway', mayReturn: true })
  }
  return differing.length
}

/** Whether the flag f is this one: open, or answered by the owner. What the shop has resolved may be true again. */
const isKnown = sql<SqlBool>`f.what = 'amount-mismatch' and f.resolved_by is distinct from 'shop'
  and f.details ->> 'receipt' = g.reference
  and (f.details ->> 'amountShillings')::numeric = p.amount
  and (f.details ->> 'listedShillings')::numeric * 100 = g.listed_amount_cents`

const differingPayments = ({ em }: Pick<Context, 'em'>, gateway: PaymentMethod) =>
  db(em)
    .selectFrom('gateway_transactions as g')
    .innerJoin('payments as p', 'p.id', 'g.payment_id')
    .where('g.gateway', '=', gateway)
    .where('g.listed_amount_cents', 'is not', null)
    .where(sql<SqlBool>`g.listed_amount_cents <> p.amount * 100`)
    .where('p.status', '=', 'completed')
    .where('p.deleted_at', 'is', null)
    .where(({ exists, not, selectFrom }) =>
      not(exists(selectFrom('payment_flags as f').whereRef('f.payment_id', '=', 'p.id').where(isKnown).select('f.id'))),
    )
    .select(['p.id', 'g.reference as receipt', 'p.amount as amountShillings'])
    .select(({ ref }) => ref('g.listed_amount_cents').$notNull().as('listedCents'))
    .orderBy('g.occurred_at')
    .orderBy('g.id')
