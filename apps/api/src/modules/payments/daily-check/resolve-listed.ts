import type { PaymentMethod } from '@marashi/domain/contracts/payment-methods'
import type { EntityManager } from '@mikro-orm/postgresql'
import { type SqlBool, sql } from 'kysely'
import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { lockPayment } from '../settlement/lock-payment.ts'
import { recordEvent } from '../settlement/record-event.ts'
import { centsOfLine } from '../transactions/cents-of-line.ts'

/**
 * Resolves flags that say that a list does not have a payment, or has it with another amount, once a list has exactly its money.
 * At most `atMost` at a time; answers how many.
 */
export async function resolveListed(
  ctx: Pick<Context, 'em' | 'clock'>,
  gateway: PaymentMethod,
  atMost: number,
): Promise<number> {
  const answered = await answeredFlags(ctx, gateway).limit(atMost).execute()
  for (const flag of answered) await ctx.em.fork().transactional((tx) => resolve(tx, ctx.clock(), flag))
  return answered.length
}

/** Whether the flag f says that a line has another amount than its payment p; others compare the payment with what was asked for. */
const isOfLine = sql<SqlBool>`(f.details ->> 'listedShillings' is not null
  or (f.details ->> 'amountShillings')::numeric <> p.amount)`

const answeredFlags = ({ em }: Pick<Context, 'em'>, gateway: PaymentMethod) =>
  db(em)
    .selectFrom('payment_flags as f')
    .innerJoin('payments as p', 'p.id', 'f.payment_id')
    .innerJoin('gateway_transactions as g', 'g.payment_id', 'p.id')
    .where(sql<SqlBool>`(f.what = 'not-listed' or f.what = 'amount-mismatch' and ${isOfLine})`)
    .where('f.resolved_at', 'is', null)
    .where(sql<SqlBool>`f.details ->> 'receipt' = g.reference`)
    .where('g.gateway', '=', gateway)
    .where('g.on_statement_at', 'is not', null)
    .where(sql<SqlBool>`${centsOfLine('g')} = p.amount * 100`)
    .select(['f.id', 'f.what', 'p.id as paymentId'])
    .orderBy('f.id')

async function resolve(
  tx: EntityManager,
  now: Date,
  { id, what, paymentId }: Awaited<ReturnType<ReturnType<typeof answeredFlags>['execute']>>[number],
): Promise<void> {
  const payment = await lockPayment(tx, paymentId)
  const resolution = 'a list of the gateway has it'
  const resolved = await db(tx)
    .updateTable('payment_flags')
    .set({ resolved_at: now, resolved_by: 'shop', resolution })
    .where('id', '=', id)
    .where('resolved_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (resolved) await recordEvent(tx, { now, payment, source: 'gateway', note: `resolved ${what}: ${resolution}` })
}
