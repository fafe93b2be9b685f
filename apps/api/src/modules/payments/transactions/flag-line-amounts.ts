import type { EntityManager } from '@mikro-orm/postgresql'
import { type SqlBool, sql } from 'kysely'
import { db } from '../../../db/db.ts'
import type { FlagDetails } from '../flags/payment-flag.entity.ts'
import { raiseFlag } from '../flags/raise-flag.ts'

const what = 'amount-mismatch'
/** The payment may be given an earlier amount or receipt again. */
const mayReturn = true

/**
 * Brings the flags of a locked manual payment in line with the gateway's lines that it is: each that has another amount is
 * flagged, and what was flagged of an amount or a line that the payment has no more is resolved. What the owner has decided
 * stays decided.
 */
export async function flagLineAmounts(tx: EntityManager, now: Date, paymentId: string): Promise<void> {
  const lines = await db(tx)
    .selectFrom('gateway_transactions as g')
    .innerJoin('payments as p', 'p.id', 'g.payment_id')
    .where('p.id', '=', paymentId)
    .where('g.kind', '=', 'payment')
    .select(['g.reference', 'g.amount_cents as cents', 'g.listed_amount_cents as listedCents', 'p.amount'])
    .execute()
  const reported = lines.flatMap(({ reference, cents, amount }) =>
    cents === Math.round(amount * 100) ? [] : [reportedAmount(reference, { amount, cents })],
  )
  const listed = lines.flatMap(({ reference, listedCents, amount }) =>
    listedCents === null || listedCents === Math.round(amount * 100)
      ? []
      : [{ receipt: reference, amountShillings: amount, listedShillings: listedCents / 100 }],
  )
  for (const details of reported)
    await raiseFlag(tx, now, paymentId, { what, details, source: 'confirmation', mayReturn })
  for (const details of listed) await raiseFlag(tx, now, paymentId, { what, details, source: 'gateway', mayReturn })
  await resolveOthers(tx, now, paymentId, [...reported, ...listed])
}

/** What the flag of a payment says whose line has another amount; `amount` is the payment's, in shillings. */
export const reportedAmount = (receipt: string, { amount, cents }: { amount: number; cents: number }): FlagDetails => ({
  askedShillings: amount,
  amountShillings: cents / 100,
  receipt,
})

/** A flag that names a receipt is about a line; the others compare the payment with its order (manual/flag-amount.ts). */
async function resolveOthers(
  tx: EntityManager,
  now: Date,
  paymentId: string,
  held: readonly FlagDetails[],
): Promise<void> {
  const texts = held.map((details) => JSON.stringify(details))
  await db(tx)
    .updateTable('payment_flags')
    .set({ resolved_at: now, resolved_by: 'shop', resolution: 'the payment was changed' })
    .where('payment_id', '=', paymentId)
    .where('what', '=', what)
    .where('resolved_at', 'is', null)
    .where(sql<SqlBool>`details ->> 'receipt' is not null and details <> all(${texts}::text[]::jsonb[])`)
    .execute()
}
