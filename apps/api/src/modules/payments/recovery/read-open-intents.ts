import type { Context } from '../../../kernel/context.ts'
import { settleIntent } from '../providers/stripe/settle-intent.ts'

const BATCH = 10
const MIN_WAIT_MS = 60_000
const GIVE_UP_AFTER_MS = 72 * 60 * 60_000

interface OpenIntent {
  id: string
  intentId: string
  ageMs: number
}

/**
 * Reads card intents whose webhook may have been lost, each at growing intervals (its own age, at least a minute) for
 * three days, which is how long Stripe itself keeps sending (facts/stripe 8).
 */
export async function readOpenIntents(ctx: Context): Promise<void> {
  const { card } = ctx.gateways
  if (!card) return
  const now = ctx.clock()
  const due: OpenIntent[] = await ctx.em.execute(
    `select id, stripe_payment_intent_id as "intentId", extract(epoch from ?::timestamptz - initiated_at)::float8 * 1000 as "ageMs"
     from payments where payment_method = 'stripe' and stripe_payment_intent_id is not null and next_query_at <= ?
     order by next_query_at, id limit ${BATCH}`,
    [now, now],
  )
  for (const { id, intentId, ageMs } of due) {
    try {
      await settleIntent(ctx, id, await card.read(intentId), 'query')
    } catch (error) {
      // The others must not wait for it; it has its turn again.
      ctx.log.error({ err: error, paymentId: id }, 'a card intent could not be read')
    }
    const next = ageMs > GIVE_UP_AFTER_MS ? null : new Date(now.getTime() + Math.max(MIN_WAIT_MS, ageMs))
    await ctx.em.execute(
      'update payments set next_query_at = ?, query_count = query_count + 1 where id = ? and next_query_at is not null',
      [next, id],
    )
  }
}
