import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'

/** What is stored is asked for at once, and after a crash within minutes. */
const SENT_WITHIN_MS = 15 * 60_000

/**
 * How many refunds nobody has asked the provider for, and since when the oldest waits: its keys are missing, for instance, since
 * the owner asked for them.
 */
export async function countUnsentRefunds({
  em,
  clock,
}: Pick<Context, 'em' | 'clock'>): Promise<{ count: number; oldestAt: Date | null }> {
  return await db(em)
    .selectFrom('payment_refunds')
    .where('status', '=', 'requested')
    .where('requested_at', '<', new Date(clock().getTime() - SENT_WITHIN_MS))
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('requested_at').as('oldestAt')])
    .executeTakeFirstOrThrow()
}
