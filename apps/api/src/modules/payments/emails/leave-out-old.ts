import { sql } from 'kysely'
import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { UNWRITTEN } from '../../mail/refusal.ts'
import { flagUnsent } from './flag-unsent.ts'

/** A shop that gets its mail server later writes to nobody about a payment of long ago. */
const OLD_AFTER_MS = 30 * 24 * 60 * 60_000

/** Gives up the e-mails that have waited for more than 30 days, and flags the payments of those that were tried. */
export async function leaveOutOld(ctx: Context): Promise<void> {
  const { em, clock } = ctx
  const now = clock()
  const before = new Date(now.getTime() - OLD_AFTER_MS)
  const tried = await db(em)
    .selectFrom('payment_emails')
    .where('next_attempt_at', 'is not', null)
    .where('created_at', '<', before)
    .where('attempts', '>', 0)
    .select(['id', 'payment_id as paymentId', 'refund_id as refundId'])
    .execute()
  // Flagged first: a process that dies in between flags no payment twice, and forgets none.
  for (const email of tried) await flagUnsent(ctx, email)
  await db(em)
    .updateTable('payment_emails')
    .set(({ eb, and }) => ({
      next_attempt_at: null,
      // That the shop could not write it stays known: no mail server is to blame.
      last_problem: eb
        .case()
        .when('last_problem', '=', UNWRITTEN)
        .then(UNWRITTEN)
        .else('it is older than 30 days')
        .end(),
      // It could not be sent before.
      given_up_at: eb
        .case()
        .when(and([eb('attempts', '>', 0), eb('is_refused', '=', false)]))
        .then(sql<Date>`${now}::timestamptz`)
        .end(),
    }))
    .where('next_attempt_at', 'is not', null)
    .where('created_at', '<', before)
    .execute()
}
