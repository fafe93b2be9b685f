import { randomBytes } from 'node:crypto'
import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { hashOfToken } from '../attempts/open-attempt.ts'
import type { ResultAddresses } from '../providers/provider-results.ts'
import { providerOf } from '../providers/registry.ts'

/**
 * New secret addresses for the answer to one request about a refund, stored before the request is sent. Null where the
 * provider answers at once.
 */
export async function openResultAddresses(
  { em, clock, gateways }: Context,
  { method, kind, refundId }: { method: string; kind: 'refund' | 'look-up'; refundId: string },
): Promise<ResultAddresses | null> {
  const { results } = providerOf(method)
  if (!results) return null
  const tokens = { result: randomBytes(32).toString('hex'), timeout: randomBytes(32).toString('hex') }
  const about = { refund_id: refundId, created_at: clock() }
  await db(em)
    .insertInto('result_addresses')
    .values([
      { ...about, token_hash: hashOfToken(tokens.result), kind },
      { ...about, token_hash: hashOfToken(tokens.timeout), kind: `${kind}-timeout` },
    ])
    .execute()
  const addressOf = (token: string) => `${gateways.callbackOrigin}/api${results.path.replace(':token', token)}`
  return { result: addressOf(tokens.result), timeout: addressOf(tokens.timeout) }
}
