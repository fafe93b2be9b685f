import type { Attention, OutcomeSource } from '@marashi/domain/rules/payment-status'
import { db, json } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { lockPayment } from '../settlement/lock-payment.ts'
import { recordEvent } from '../settlement/record-event.ts'
import type { FlagDetails } from './payment-flag.entity.ts'
import { raiseFlag } from './raise-flag.ts'

/**
 * A provider's event answers a flag with the same details. Events come in any order: where the flag was not raised yet, it
 * is raised and resolved here, so that the earlier event finds it known.
 */
export async function resolveByEvent(
  { em, clock }: Pick<Context, 'em' | 'clock'>,
  paymentId: string,
  answer: { what: Attention; details: FlagDetails; resolution: string; source: OutcomeSource },
): Promise<void> {
  const { what, details, resolution, source } = answer
  await em.fork().transactional(async (tx) => {
    const now = clock()
    const payment = await lockPayment(tx, paymentId)
    await raiseFlag(tx, now, paymentId, { what, details, source })
    const resolved = await db(tx)
      .updateTable('payment_flags')
      .set({ resolved_at: now, resolved_by: 'shop', resolution })
      .where('payment_id', '=', paymentId)
      .where('what', '=', what)
      .where('details', '=', json(details))
      .where('resolved_at', 'is', null)
      .returning('id')
      .execute()
    if (resolved.length > 0) await recordEvent(tx, { now, payment, source, note: `resolved ${what}: ${resolution}` })
  })
}
