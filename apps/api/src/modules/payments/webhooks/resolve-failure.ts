import { db, json } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import type { PaymentProvider } from '../providers/provider.ts'
import { lockPayment } from '../settlement/lock-payment.ts'
import { recordEvent } from '../settlement/record-event.ts'

const RESOLUTION = 'the message was processed'

/** Resolves the flag of an event that had been set aside and was processed after all. */
export async function resolveFailure(
  { em, clock }: Context,
  { webhook: { source } }: PaymentProvider,
  eventId: string,
): Promise<void> {
  const now = clock()
  const flag = await db(em)
    .selectFrom('payment_flags as flag')
    .innerJoin('webhook_events as event', 'event.payment_id', 'flag.payment_id')
    .select(['flag.id', 'flag.payment_id as paymentId'])
    .where('event.id', '=', eventId)
    .where('flag.what', '=', 'webhook-failed')
    .where('flag.details', '=', json({ webhookEvent: eventId }))
    .where('flag.resolved_at', 'is', null)
    .executeTakeFirst()
  if (!flag) return
  await em.fork().transactional(async (tx) => {
    const payment = await lockPayment(tx, flag.paymentId)
    const resolved = await db(tx)
      .updateTable('payment_flags')
      .set({ resolved_at: now, resolved_by: 'shop', resolution: RESOLUTION })
      .where('id', '=', flag.id)
      .where('resolved_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (resolved) await recordEvent(tx, { now, payment, source, note: `resolved webhook-failed: ${RESOLUTION}` })
  })
}
