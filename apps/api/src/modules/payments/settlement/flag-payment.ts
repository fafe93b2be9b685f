import type { Attention, OutcomeSource } from '@marashi/domain/rules/settlement'
import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { recordEvent } from './record-event.ts'

/** Asks for the administrator's attention without a decision, and records why. */
export async function flagPayment(
  { em, clock }: Pick<Context, 'em' | 'clock'>,
  paymentId: string,
  { attention, source, note }: { attention: Attention; source: OutcomeSource; note?: string },
): Promise<void> {
  await em.fork().transactional(async (tx) => {
    const now = clock()
    const payment = await db(tx)
      .updateTable('payments')
      .set({ attention, updated_at: now })
      .where('id', '=', paymentId)
      .returning(['id', 'status'])
      .executeTakeFirst()
    if (!payment) throw new Error(`There is no payment ${paymentId}`)
    await recordEvent(tx, { now, payment, source, note: note ?? `flagged: ${attention}` })
  })
}
