import type { DismissEvent, WebhookEventState } from '@marashi/domain/contracts/admin-webhook-events'
import { db } from '../../../db/db.ts'
import { faultPoint } from '../../../fault-points.ts'
import type { Context } from '../../../http/context.ts'
import { lockPayment } from '../settlement/lock-payment.ts'
import { recordEvent } from '../settlement/record-event.ts'
import { endOfDismissed } from './end-event.ts'
import { resolveFailureFlag } from './resolve-failure.ts'
import { stateOfEvent, storedEvent } from './stored-event.ts'

/**
 * The owner says that nothing follows from an event that was set aside, and why: it is not processed any more, and the
 * flag that it raised is resolved. An event that somebody tries at this moment stays as it is. Answers what it is then;
 * throws NOT_FOUND.
 */
export async function dismissSetAsideEvent(ctx: Context, { id, reason }: DismissEvent): Promise<WebhookEventState> {
  const now = ctx.clock()
  const { paymentId } = await storedEvent(ctx, id)
  await ctx.em.fork().transactional(async (tx) => {
    const isKnown = paymentId !== null && (await paymentExists({ em: tx }, paymentId))
    // Locked before the event, as where an event is set aside.
    const payment = isKnown && (await lockPayment(tx, paymentId))
    const dismissed = await db(tx)
      .updateTable('webhook_events')
      .set(endOfDismissed(now, { reason, isKnown }))
      .where('id', '=', id)
      .where('processed_at', 'is', null)
      .where('next_attempt_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!dismissed || !payment) return
    const resolution = `the message was dismissed: ${reason}`
    if (!(await resolveFailureFlag(tx, now, id, { by: 'administrator', resolution }))) return
    await recordEvent(tx, { now, payment, source: 'administrator', note: `resolved webhook-failed: ${resolution}` })
    faultPoint('dismiss-before-commit')
  })
  return await stateOfEvent(ctx, id)
}

/** An event may have come to the address of an attempt that is nowhere. */
async function paymentExists({ em }: Pick<Context, 'em'>, id: string): Promise<boolean> {
  const payment = await db(em).selectFrom('payments').select('id').where('id', '=', id).executeTakeFirst()
  return payment !== undefined
}
