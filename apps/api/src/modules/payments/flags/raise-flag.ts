import type { Attention, OutcomeSource } from '@marashi/domain/rules/payment-status'
import type { EntityManager } from '@mikro-orm/postgresql'
import { db, json } from '../../../db/db.ts'
import type { FlagDetails } from './payment-flag.entity.ts'

export interface FlagToRaise {
  what: Attention
  /** What was reported. The same report again is the same flag. */
  details?: FlagDetails
  source: OutcomeSource
  note?: string | undefined
  /** What the shop has resolved may be true again, as it always may where the administrator enters it. */
  mayReturn?: boolean
}

/**
 * Adds a flag to a payment that is locked; other flags stay as they are. What a gateway repeats raises nothing new, also
 * after its flag was resolved; what `mayReturn` does after the shop had resolved it. Answers false where nothing was raised.
 */
export async function raiseFlag(
  tx: EntityManager,
  now: Date,
  paymentId: string,
  { what, details = {}, source, note, mayReturn = source === 'administrator' }: FlagToRaise,
): Promise<boolean> {
  const known = db(tx)
    .selectFrom('payment_flags')
    .select('id')
    .where('payment_id', '=', paymentId)
    .where('what', '=', what)
    .where('details', '=', json(details))
  const isBlocked = mayReturn ? known.where('resolved_by', 'is distinct from', 'shop') : known
  if (await isBlocked.limit(1).executeTakeFirst()) return false
  await db(tx)
    .insertInto('payment_flags')
    .values({ payment_id: paymentId, what, details: json(details), source, note, raised_at: now })
    .execute()
  return true
}
