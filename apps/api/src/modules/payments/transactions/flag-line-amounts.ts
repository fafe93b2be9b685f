import { centsOf } from '@marashi/domain/rules/money'
import type { EntityManager } from '@mikro-orm/postgresql'
import { type SqlBool, sql } from 'kysely'
import { db } from '../../../db/db.ts'
import type { FlagDetails } from '../flags/payment-flag.entity.ts'
import { type FlagToRaise, raiseFlag } from '../flags/raise-flag.ts'
import { centsOfLine } from './cents-of-line.ts'

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
    .select(['g.reference', centsOfLine('g').as('cents'), 'g.listed_amount_cents as listedCents', 'p.amount'])
    .execute()
  const flags = lines.flatMap((line) => otherAmount(line, line.amount) ?? [])
  for (const flag of flags) await raiseFlag(tx, now, paymentId, flag)
  await resolveOthers(
    tx,
    now,
    paymentId,
    flags.map(({ details }) => details),
  )
}

/**
 * The flag of a payment of this many shillings whose line has another amount; undefined where it has the same. What the gateway's
 * own list says counts, and the first report where no list says otherwise.
 */
export function otherAmount(
  { reference: receipt, cents, listedCents }: { reference: string; cents: number; listedCents: number | null },
  amount: number,
): (FlagToRaise & { details: FlagDetails }) | undefined {
  if (cents === centsOf(amount)) return undefined
  if (listedCents !== null) {
    const details = { receipt, amountShillings: amount, listedShillings: cents / 100 }
    return { what, details, source: 'gateway', mayReturn }
  }
  const details = { askedShillings: amount, amountShillings: cents / 100, receipt }
  return { what, details, source: 'confirmation', mayReturn }
}

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
