import type { Context } from '../../../kernel/context.ts'
import { db } from '../../../kernel/db.ts'
import { settleIntent } from '../providers/stripe/settle-intent.ts'

const BATCH = 10
const MIN_WAIT_MS = 60_000
const GIVE_UP_AFTER_MS = 72 * 60 * 60_000

/**
 * Reads card intents whose webhook may have been lost, each at growing intervals (its own age, at least a minute) for
 * three days, which is how long Stripe itself keeps sending.
 */
export async function readOpenIntents(ctx: Context): Promise<void> {
  const { card } = ctx.gateways
  if (!card) return
  const now = ctx.clock()
  for (const { id, intentId, initiatedAt } of await dueIntents(ctx, now)) {
    try {
      if (intentId !== null) await settleIntent(ctx, id, await card.read(intentId), 'query')
    } catch (error) {
      // The others must not wait for it; it is due again later.
      ctx.log.error({ err: error, paymentId: id }, 'a card intent could not be read')
    }
    const ageMs = now.getTime() - (initiatedAt?.getTime() ?? 0)
    const next = ageMs > GIVE_UP_AFTER_MS ? null : new Date(now.getTime() + Math.max(MIN_WAIT_MS, ageMs))
    await db(ctx.em)
      .updateTable('payments')
      .set(({ eb }) => ({ next_query_at: next, query_count: eb('query_count', '+', 1) }))
      .where('id', '=', id)
      .where('next_query_at', 'is not', null)
      .execute()
  }
}

const dueIntents = ({ em }: Context, now: Date) =>
  db(em)
    .selectFrom('payments')
    .where('payment_method', '=', 'stripe')
    .where('stripe_payment_intent_id', 'is not', null)
    .where('next_query_at', '<=', now)
    .select(['id', 'stripe_payment_intent_id as intentId', 'initiated_at as initiatedAt'])
    .orderBy('next_query_at')
    .orderBy('id')
    .limit(BATCH)
    .execute()
