import { promptLifeSeconds } from '@marashi/domain/rules/mpesa-prompt'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { db } from '../../../../db/db.ts'
import { ShopError } from '../../../../shop-error.ts'

const MAX_PER_PHONE_IN_10_MINUTES = 3
const MAX_PER_ORDER_IN_AN_HOUR = 5

/** The failure code of an attempt that Daraja was too busy to take: nothing reached a phone, so no limit counts it. */
export const NOT_TAKEN = 'not-taken'

/**
 * Lets one prompt at a time through for an order and for a phone, and few in a row. Two orders of one phone wait for each
 * other here until the transaction ends. Throws CONFLICT while a prompt is open, TOO_MANY_REQUESTS beyond the limits.
 */
export async function limitPrompts(
  tx: EntityManager,
  now: Date,
  { orderId, phone }: { orderId: string; phone: string },
): Promise<void> {
  // Orders have rows to lock, phones have not.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`prompt:${phone}`}, 0))`.execute(db(tx))
  const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000)
  const count = await db(tx)
    .selectFrom('payments')
    .where('payment_method', '=', 'mpesa')
    .where('initiated_at', '>', ago(3_600))
    .where(({ eb, or }) => or([eb('order_id', '=', orderId), eb('mpesa_phone', '=', phone)]))
    .where('failure_code', 'is distinct from', NOT_TAKEN)
    .select(({ fn }) => [
      fn
        .countAll<number>()
        .filterWhere('initiated_at', '>', ago(promptLifeSeconds))
        .filterWhere('status', '=', 'processing')
        .as('open'),
      fn
        .countAll<number>()
        .filterWhere('mpesa_phone', '=', phone)
        .filterWhere('initiated_at', '>', ago(600))
        .as('ofPhone'),
      fn.countAll<number>().filterWhere('order_id', '=', orderId).as('ofOrder'),
    ])
    .executeTakeFirstOrThrow()
  if (count.open > 0) {
    throw new ShopError('CONFLICT', 'duplicate request: a prompt is already open', {
      code: 'MPESA_PROMPT_OPEN',
      retryAfterSeconds: promptLifeSeconds,
    })
  }
  if (count.ofPhone >= MAX_PER_PHONE_IN_10_MINUTES || count.ofOrder >= MAX_PER_ORDER_IN_AN_HOUR) {
    const retryAfterSeconds = count.ofPhone >= MAX_PER_PHONE_IN_10_MINUTES ? 600 : 3_600
    throw new ShopError('TOO_MANY_REQUESTS', 'Too many payment prompts. Please wait a while and try again.', {
      retryAfterSeconds,
    })
  }
}
