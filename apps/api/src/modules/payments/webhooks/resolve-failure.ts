import type { EntityManager } from '@mikro-orm/postgresql'
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
  const flag = await openFlags(em, eventId).select('flag.payment_id as paymentId').executeTakeFirst()
  if (!flag) return
  await em.fork().transactional(async (tx) => {
    const payment = await lockPayment(tx, flag.paymentId)
    if (!(await resolveFailureFlag(tx, now, eventId, { by: 'shop', resolution: RESOLUTION }))) return
    await recordEvent(tx, { now, payment, source, note: `resolved webhook-failed: ${RESOLUTION}` })
  })
}

/** Resolves the flag that an event raised when it was set aside; its payment is locked. Answers whether it was open. */
export async function resolveFailureFlag(
  tx: EntityManager,
  now: Date,
  eventId: string,
  { by, resolution }: { by: 'administrator' | 'shop'; resolution: string },
): Promise<boolean> {
  const resolved = await db(tx)
    .updateTable('payment_flags')
    .set({ resolved_at: now, resolved_by: by, resolution })
    .where('id', 'in', openFlags(tx, eventId).select('flag.id'))
    .where('resolved_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return resolved !== undefined
}

const openFlags = (em: EntityManager, eventId: string) =>
  db(em)
    .selectFrom('payment_flags as flag')
    .innerJoin('webhook_events as event', 'event.payment_id', 'flag.payment_id')
    .where('event.id', '=', eventId)
    .where('flag.what', '=', 'webhook-failed')
    .where('flag.details', '=', json({ webhookEvent: eventId }))
    .where('flag.resolved_at', 'is', null)
