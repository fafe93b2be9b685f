import { z } from 'zod'
import type { Context } from '../../../../kernel/context.ts'
import { db } from '../../../../kernel/db.ts'
import { flagPayment } from '../../settlement/flag-payment.ts'
import { settleIntent } from './settle-intent.ts'

const event = z.object({
  type: z.string(),
  data: z.object({ object: z.object({ id: z.string(), object: z.string(), payment_intent: z.string().nullish() }) }),
})

/**
 * Processes a stored Stripe event. It is only a hint that something happened: the intent is read back from Stripe and its
 * present state counts, so order and repetition of events do not matter. Answers what to note on the event; throws when
 * Stripe cannot be asked, so that the event is tried again. See docs/gateways/stripe.md#webhooks.
 */
export async function settleStripeEvent(
  ctx: Context,
  { id: eventRowId, body }: { id: string; body: string },
): Promise<string> {
  const parsed = event.safeParse(JSON.parse(body))
  if (!parsed.success) return 'unreadable'
  const { type, data } = parsed.data
  const intentId = data.object.object === 'payment_intent' ? data.object.id : data.object.payment_intent
  if (!intentId) return `ignored: ${type}`
  const payment = await db(ctx.em)
    .selectFrom('payments')
    .select('id')
    .where('stripe_payment_intent_id', '=', intentId)
    .executeTakeFirst()
  if (!payment || !ctx.gateways.card) return 'unmatched'
  await db(ctx.em)
    .updateTable('gateway_messages')
    .set({ payment_id: payment.id })
    .where('id', '=', eventRowId)
    .execute()
  if (type === 'charge.dispute.created') {
    await flagPayment(ctx, payment.id, {
      attention: 'disputed',
      source: 'webhook',
      note: 'the customer’s bank disputes the charge',
    })
    return 'flagged: disputed'
  }
  const settlement = await settleIntent(ctx, payment.id, await ctx.gateways.card.read(intentId), 'webhook')
  return settlement.result === 'refused' ? `refused: ${settlement.reason}` : settlement.result
}
