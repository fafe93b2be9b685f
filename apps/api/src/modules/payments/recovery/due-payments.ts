import { type SqlBool, sql } from 'kysely'
import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import type { PaymentProvider } from '../providers/provider.ts'
import type { RateLimit } from '../providers/provider-recovery.ts'

/** A payment that is due to be looked up: nobody knows yet whether it was paid, or what the provider took or gave back of it. */
export type DuePayment = Awaited<ReturnType<typeof mostOverdue>>[number]

/** A payment that the provider can be asked about. */
export type AskablePayment = DuePayment & { reference: string }

export const canBeAsked = (due: DuePayment): due is AskablePayment => due.reference !== null

/** Without a reference there is nothing to ask by whether it was paid; only a webhook can report. */
export const withoutReference = (ctx: Context, provider: PaymentProvider) =>
  due(ctx, provider).where('provider_reference', 'is', null).orderBy('next_query_at').limit(100).execute()

/** Those that are given up first, whether they can be asked about or not. */
export const oldest = (ctx: Context, provider: PaymentProvider) =>
  due(ctx, provider)
    .orderBy('initiated_at', (order) => order.asc().nullsFirst())
    .orderBy('id')
    .limit(100)
    .execute()

export const mostOverdue = (ctx: Context, provider: PaymentProvider, { before }: { before?: Date } = {}) =>
  due(ctx, provider)
    .where('provider_reference', 'is not', null)
    .$if(before !== undefined, (query) =>
      query.where(({ eb, or }) => or([eb('initiated_at', 'is', null), eb('initiated_at', '<=', before ?? null)])),
    )
    .orderBy('next_query_at')
    .orderBy('id')
    .limit(provider.recovery.batch)
    .execute()

/**
 * The payments whose shoppers may still be waiting: first those that one answer more settles, then the newest, whose
 * shopper is the likeliest to be there.
 */
const shoppersWaiting = (ctx: Context, provider: PaymentProvider, since: Date) =>
  due(ctx, provider)
    .where('provider_reference', 'is not', null)
    .where('initiated_at', '>', since)
    .orderBy('query_paid_at', (order) => order.asc().nullsLast())
    .orderBy('initiated_at', 'desc')
    .orderBy('id')
    .limit(provider.recovery.batch)
    .execute()

/** The payments that share a rate limit, as their turns come: a list for shoppers who wait, and one for the others. */
export async function dueByTurns(ctx: Context, provider: PaymentProvider, { shopperWaitsMs }: RateLimit) {
  const since = new Date(ctx.clock().getTime() - shopperWaitsMs)
  const waiting = await shoppersWaiting(ctx, provider, since)
  return { waiting, others: await mostOverdue(ctx, provider, { before: since }) }
}

const due = ({ em, clock }: Context, { method }: PaymentProvider) =>
  db(em)
    .selectFrom('payments')
    .where('payment_method', '=', method)
    .where('next_query_at', '<=', clock())
    .select(({ fn }) => [
      'id',
      'order_id as orderId',
      'status',
      'provider_reference as reference',
      // Since when it is asked about: an attempt since it was begun, money since it came.
      fn.coalesce('completed_at', 'initiated_at').as('since'),
      'query_paid_at as queryPaidAt',
      plannedAt,
    ])

/** As text, because a Date has no microseconds. */
export const plannedAt = sql<string>`next_query_at::text`.as('plannedAt')

/**
 * The due payment, unless its questions have ended since it was read, or were planned anew: a shopper may have opened the card form
 * again while its provider was asked.
 */
export const isPlannedAsRead = (due: DuePayment) =>
  sql<SqlBool>`id = ${due.id} and next_query_at = ${due.plannedAt}::timestamptz`
