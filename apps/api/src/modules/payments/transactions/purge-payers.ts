import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../../db/db.ts'
import { anyFound, PURGE_BATCH, untilNoneIsLeft } from '../../../db/until-none-is-left.ts'
import type { Context } from '../../../http/context.ts'
import { namesPayer, withoutPayer } from './erased-payer.ts'

/** As long as raw messages are kept; a till reports everybody who pays at the counter, too. */
const KEEP_MS = 90 * 24 * 60 * 60_000

/**
 * Takes out of lines that are no order's, 90 days after they came, who paid: nobody erases a stranger. Their amount, time
 * and receipt stay, and they can still be assigned.
 */
export async function purgePayers({ em, clock }: Pick<Context, 'em' | 'clock'>): Promise<void> {
  const now = clock()
  await untilNoneIsLeft(() => erasePayers(em, now).executeTakeFirst())
}

export const erasePayers = (em: EntityManager, now: Date) =>
  db(em)
    .updateTable('gateway_transactions')
    .set(withoutPayer(now))
    .where('id', '=', ({ selectFrom }) =>
      anyFound(
        selectFrom('gateway_transactions')
          .select('id')
          .where('payment_id', 'is', null)
          .where('refund_id', 'is', null)
          .where('kind', 'in', ['payment', 'refund', 'other'])
          .where('created_at', '<', new Date(now.getTime() - KEEP_MS))
          .where(namesPayer)
          .orderBy('created_at')
          .limit(PURGE_BATCH),
      ),
    )
    // Assigned meanwhile.
    .where('payment_id', 'is', null)
    .where('refund_id', 'is', null)
