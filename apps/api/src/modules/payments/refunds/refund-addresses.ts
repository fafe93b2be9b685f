import { randomBytes } from 'node:crypto'
import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { hashOfToken } from '../attempts/open-attempt.ts'
import type { RefundAddresses } from '../providers/provider-refunds.ts'
import { providerOf } from '../providers/registry.ts'

/**
 * New secret addresses for the answer to one question about a refund, stored before the question is asked. Null where the
 * provider answers at once.
 */
export async function openRefundAddresses(
  { em, clock, gateways }: Context,
  { id, method, kind }: { id: string; method: string; kind: 'refund' | 'look-up' },
): Promise<RefundAddresses | null> {
  const callback = providerOf(method).refunds?.callback
  if (!callback) return null
  const tokens = { result: randomBytes(32).toString('hex'), timeout: randomBytes(32).toString('hex') }
  await db(em)
    .insertInto('refund_callbacks')
    .values([
      { token_hash: hashOfToken(tokens.result), refund_id: id, kind, created_at: clock() },
      { token_hash: hashOfToken(tokens.timeout), refund_id: id, kind: `${kind}-timeout`, created_at: clock() },
    ])
    .execute()
  const addressOf = (token: string) => `${gateways.callbackOrigin}/api${callback.path.replace(':token', token)}`
  return { result: addressOf(tokens.result), timeout: addressOf(tokens.timeout) }
}
