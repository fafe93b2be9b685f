import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { settleClaimResult } from '../claims/settle-claim-result.ts'
import { recordOperatorRefusal } from '../operators/operator-refusals.ts'
import type { PaymentProvider } from '../providers/provider.ts'
import { settleRefundResult } from '../refunds/settle-refund-result.ts'
import type { EventOutcome } from '../webhooks/end-event.ts'

/** Settles what came to a secret address and answers what to note on the event. */
export async function settleResult(
  ctx: Context,
  provider: PaymentProvider,
  { tokenHash, body }: { tokenHash: string; body: string },
): Promise<EventOutcome> {
  const { kind, refundId, claimId, operator } = await db(ctx.em)
    .selectFrom('result_addresses')
    .where('token_hash', '=', tokenHash)
    .select(['kind', 'refund_id as refundId', 'claim_id as claimId', 'operator'])
    .executeTakeFirstOrThrow()
  const code = provider.operator?.refusalIn(body, kind) ?? null
  // An answer to the version before may be about a password that was changed since: the next one says whom it is about.
  if (code !== null && operator !== null) await recordOperatorRefusal(ctx, provider, { operator, code })
  if (refundId !== null) return { outcome: await settleRefundResult(ctx, provider, { refundId, kind, body }) }
  if (claimId !== null) return await settleClaimResult(ctx, provider, { claimId, kind, body })
  return { outcome: 'unmatched' }
}
