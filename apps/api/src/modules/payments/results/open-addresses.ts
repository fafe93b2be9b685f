import { randomBytes } from 'node:crypto'
import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { hashOfToken } from '../attempts/open-attempt.ts'
import type { ResultAddresses } from '../providers/provider-results.ts'
import { providerOf } from '../providers/registry.ts'

type Subject = { refundId: string } | { claimId: string }

/**
 * New secret addresses for the answer to one request about a refund or a typed receipt, stored before the request is
 * sent. Null where the provider answers at once.
 */
export async function openResultAddresses(
  ctx: Context,
  { method, kind, ...subject }: { method: string; kind: 'refund' | 'look-up' } & Subject,
): Promise<ResultAddresses | null> {
  const { em, clock, gateways } = ctx
  const { results, operator } = providerOf(method)
  if (!results) return null
  const tokens = { result: randomBytes(32).toString('hex'), timeout: randomBytes(32).toString('hex') }
  const about = {
    refund_id: 'refundId' in subject ? subject.refundId : null,
    claim_id: 'claimId' in subject ? subject.claimId : null,
    operator: operator?.nameOf(ctx) ?? null,
    created_at: clock(),
  }
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
