import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { db } from '../../../db/db.ts'

/**
 * Whether another payment has a receipt or transaction id, in whatever case. Whoever asks for the same one waits here until
 * this transaction ends: it may be typed in one column and reported in another, where no index sees both.
 */
export async function isReferenceInUse(tx: EntityManager, paymentId: string, reference: string): Promise<boolean> {
  const key = reference.toUpperCase()
  await sql`select pg_advisory_xact_lock(hashtextextended(${`payment reference ${key}`}, 0))`.execute(db(tx))
  const other = await db(tx)
    .selectFrom('payments')
    .select('id')
    .where('id', '<>', paymentId)
    .where(({ and, eb, fn, or }) =>
      or([
        eb(fn<string>('upper', ['provider_receipt']), '=', key),
        and([eb('deleted_at', 'is', null), eb(fn<string>('upper', ['transaction_id']), '=', key)]),
        and([
          eb('deleted_at', 'is', null),
          eb('is_manual', '=', true),
          eb(fn<string>('upper', ['receipt_number']), '=', key),
        ]),
        eb('provider_reference', '=', reference),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}
