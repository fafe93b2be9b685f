import type { Context } from '../../../kernel/context.ts'

const KEEP_DAYS = 90
const KEEP_KEYS_DAYS = 7

/** Clears raw gateway bodies after 90 days and idempotency keys after 7; what happened stays on the books. */
export async function forgetOldBodies({ em, clock }: Pick<Context, 'em' | 'clock'>): Promise<void> {
  const before = (days: number) => new Date(clock().getTime() - days * 24 * 60 * 60 * 1000)
  await em.execute(
    'update gateway_messages set body = null where received_at < ? and processed_at is not null and body is not null',
    [before(KEEP_DAYS)],
  )
  await em.execute('delete from order_keys where created_at < ?', [before(KEEP_KEYS_DAYS)])
  await em.execute('delete from rate_limits where expire < ?', [clock().getTime()])
}
