import { setTimeout as wait } from 'node:timers/promises'
import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import type { PaymentProvider } from '../providers/provider.ts'
import { applyReport } from '../settlement/apply-report.ts'
import { paymentMismatch, stillProcessing } from '../settlement/payment-refusals.ts'
import { settlePayment } from '../settlement/settle-payment.ts'
import { endUnknownAttempt } from './end-unknown-attempt.ts'

/**
 * Ends an order's open attempts by one method, before the shopper turns to another way to pay. What the provider can
 * withdraw takes no money afterwards, not by a page that was left open nor by an answer that was lost; what had come by
 * then is booked, and pays the order. What it cannot withdraw counts as failed, and money that still comes is late; so does
 * what it does not know by the shop's present keys, which is flagged.
 *
 * Throws CONFLICT while the provider is at it, also where it takes longer than `withinMs` to withdraw one, which goes on then; and
 * what it throws when it cannot be asked: then money may have moved.
 */
export async function endAttempts(
  ctx: Context,
  provider: PaymentProvider,
  { orderId, reason, withinMs }: { orderId: string; reason: string; withinMs?: number },
): Promise<void> {
  for (const { id, reference } of await openAttempts(ctx, provider, orderId)) {
    if (!provider.withdrawal) {
      // Failed, not cancelled: a cancelled attempt may end the order too.
      await settlePayment(ctx, id, { source: 'shopper', kind: 'failed', code: 'shopper', reason })
    } else if (reference === null) {
      // Nobody can have paid by this one: what the shopper pays by is handed out after the reference is stored. An attempt
      // that is being asked for at this moment is withdrawn by whoever asks (start-attempt.ts).
      await settlePayment(ctx, id, { source: 'shopper', kind: 'cancelled', code: 'shopper', reason })
    } else {
      const ended = withdraw(ctx, provider.withdrawal, { id, orderId, reference })
      const late = withinMs === undefined ? [] : [wait(withinMs, 'late' as const, { ref: false })]
      if ((await Promise.race([ended, ...late])) === 'late') throw stillProcessing(provider.withdrawal.stillOpen)
    }
  }
}

async function withdraw(
  ctx: Context,
  { withdraw: ask, stillOpen }: NonNullable<PaymentProvider['withdrawal']>,
  { id, orderId, reference }: { id: string; orderId: string; reference: string },
): Promise<void> {
  const report = await ask(ctx, { orderId, reference })
  if (report === 'unknown-to-keys') return await endUnknownAttempt(ctx, id)
  const settlement = await applyReport(ctx, id, { report, source: 'confirm' })
  if (settlement.result === 'refused') throw paymentMismatch()
  if (report.kind !== 'outcome') throw stillProcessing(stillOpen)
}

/** The attempts of an order that nobody has reported an end of, the oldest first. */
export const openAttempts = ({ em }: Context, { method, attempts }: PaymentProvider, orderId: string) =>
  db(em)
    .selectFrom('payments')
    .where('order_id', '=', orderId)
    .where('payment_method', '=', method)
    .where('is_manual', '=', false)
    .where('status', 'in', attempts.firstStatus === 'pending' ? ['pending', 'processing'] : ['processing'])
    .select(['id', 'provider_reference as reference'])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
