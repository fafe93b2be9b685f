import type { PaymentMethod } from '@marashi/domain/contracts/payment-methods'
import { type SqlBool, sql } from 'kysely'
import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { flagPayment } from '../flags/flag-payment.ts'
import type { Period } from '../providers/provider-ledger.ts'
import { lastConnection } from '../transactions/last-connection.ts'
import { isBelieved } from './is-believed.ts'

const what = 'not-listed'

/**
 * A confirmation is unsigned: what it alone says is booked at once and proved by the gateway's own list. After a list was read
 * for a period, payments of it that rest on a confirmation and are on no list are flagged, `atMost` of them. Answers how many.
 * See docs/behaviour.md#daily-check.
 */
export async function flagUnlisted(
  ctx: Pick<Context, 'em' | 'clock'>,
  { gateway, from, until }: Period & { gateway: PaymentMethod },
  atMost: number,
): Promise<number> {
  const unlisted = await unlistedPayments(ctx, gateway, { from, until }).limit(atMost).execute()
  for (const { id, receipt, amountShillings } of unlisted) {
    await flagPayment(ctx, id, { what, details: { receipt, amountShillings }, source: 'gateway' })
  }
  return unlisted.length
}

/**
 * The time that a confirmation names is its sender's word: it counts from a day before the report to the report itself, so that
 * no invented time lies outside of every list.
 */
const claimedAt = sql<Date>`least(greatest(g.occurred_at, g.created_at - interval '1 day'), g.created_at)`

const isCovered = (at: ReturnType<typeof sql<Date>>) => sql<SqlBool>`exists (
  select from gateway_checks c
  where c.gateway = g.gateway and c.from_at <= ${at} and c.until_at > ${at} and ${isBelieved})`

const unlistedPayments = ({ em }: Pick<Context, 'em'>, gateway: PaymentMethod, { from, until }: Period) =>
  db(em)
    .with(
      // By the time alone: with the method and the status PostgreSQL may read all payments that have these instead.
      (cte) => cte('completed').materialized(),
      (query) =>
        query
          .selectFrom('payments')
          .where('completed_at', '>=', from)
          // What is reported late on a day is booked on the next.
          .where('completed_at', '<', sql<Date>`${until}::timestamptz + interval '1 day'`)
          .where('deleted_at', 'is', null)
          .select(['id', 'amount', 'payment_method', 'status', 'completed_at']),
    )
    .selectFrom('completed as p')
    .innerJoin('gateway_transactions as g', 'g.payment_id', 'p.id')
    .where('p.payment_method', '=', gateway)
    .where('p.status', '=', 'completed')
    .where('g.first_source', '=', 'confirmation')
    .where('g.on_statement_at', 'is', null)
    // Its own callback has named the receipt too.
    .where(lastConnection('g'), 'is distinct from', 'matched')
    .where(isCovered(sql<Date>`g.created_at`))
    .where(isCovered(claimedAt))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('payment_events as e')
          .whereRef('e.payment_id', '=', 'p.id')
          .where('e.source', '=', 'confirmation')
          .where('e.to_status', '=', 'completed')
          .select('e.id'),
      ),
    )
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('payment_flags as f')
            .whereRef('f.payment_id', '=', 'p.id')
            .where('f.what', '=', what)
            .select('f.id'),
        ),
      ),
    )
    .select(['p.id', 'g.reference as receipt', 'p.amount as amountShillings'])
    .orderBy('p.completed_at')
    .orderBy('p.id')
