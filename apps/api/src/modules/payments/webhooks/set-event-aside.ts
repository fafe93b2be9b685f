import { db } from '../../../db/db.ts'
import { faultPoint } from '../../../fault-points.ts'
import type { Context } from '../../../http/context.ts'
import { flagLockedPayment } from '../flags/flag-payment.ts'
import type { PaymentProvider } from '../providers/provider.ts'
import { lockPayment } from '../settlement/lock-payment.ts'
import type { ClaimedEvent } from './claim-event.ts'

/**
 * Plans no attempt any more and flags the payment; where it is not known, Health tells the owner. The event waits for them
 * (docs/behaviour.md#webhook-events-that-fail).
 */
export async function setEventAside(
  { em, clock }: Context,
  { webhook: { source } }: PaymentProvider,
  { id, dueAgainAt }: Pick<ClaimedEvent, 'id' | 'dueAgainAt'>,
): Promise<void> {
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
      .where('next_attempt_at', '=', dueAgainAt)
      .returning('id')
      .executeTakeFirst()
    if (!setAside || !payment) return
    await flagLockedPayment(tx, clock(), payment, { what: 'webhook-failed', details: { webhookEvent: id }, source })
    faultPoint('aside-before-commit')
  })
}
