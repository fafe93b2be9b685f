import { db } from '../../../db/db.ts'
import { faultPoint } from '../../../fault-points.ts'
import type { Context } from '../../../http/context.ts'
import { raiseFlag } from '../flags/raise-flag.ts'
import type { PaymentProvider } from '../providers/provider.ts'
import { lockPayment } from '../settlement/lock-payment.ts'
import { recordEvent } from '../settlement/record-event.ts'
import type { ClaimedEvent } from './claim-event.ts'

/**
 * Plans no attempt any more and flags the payment; where it is not known, Health tells the owner. The event waits for them
 * (docs/behaviour.md#webhook-events-that-fail).
 */
export async function setEventAside(
  { em, clock }: Context,
  { webhook: { source } }: PaymentProvider,
  { id, attempts }: Pick<ClaimedEvent, 'id' | 'attempts'>,
): Promise<void> {
  const now = clock()
  const known = await db(em)
    .selectFrom('webhook_events as event')
    .innerJoin('payments as p', 'p.id', 'event.payment_id')
    .select('p.id')
    .where('event.id', '=', id)
    .executeTakeFirst()
  await em.fork().transactional(async (tx) => {
    const payment = known && (await lockPayment(tx, known.id))
    const setAside = await db(tx)
      .updateTable('webhook_events')
      .set({ next_attempt_at: null })
      .where('id', '=', id)
      .where('processed_at', 'is', null)
      .where('attempts', '=', attempts)
      .returning('id')
      .executeTakeFirst()
    if (!setAside || !payment) return
    const isNew = await raiseFlag(tx, now, payment.id, {
      what: 'webhook-failed',
      details: { webhookEvent: id },
      source,
    })
    if (isNew) await recordEvent(tx, { now, payment, source, note: 'flagged: webhook-failed' })
    faultPoint('aside-before-commit')
  })
}
