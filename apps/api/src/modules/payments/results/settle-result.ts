import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { settleClaimResult } from '../claims/settle-claim-result.ts'
import { recordOperatorRefusal } from '../operators/operator-refusals.ts'
import type { PaymentProvider } from '../providers/provider.ts'
import { settleRefundResult } from '../refunds/settle-refund-result.ts'

/** Settles what came to a secret address and answers what to note on the event. */
export async function settleResult(
  ctx: Context,
  provider: PaymentProvider,
  { tokenHash, body }: { tokenHash: string; body: string },
): Promise<string> {
  const { kind, refundId, claimId } = await db(ctx.em)
    .selectFrom('result_addresses')
    .where('token_hash', '=', tokenHash)
    .select(['kind', 'refund_id as refundId', 'claim_id as claimId'])
    .executeTakeFirstOrThrow()
  const refusal = provider.operator?.refusalIn(body, kind) ?? null
  if (refusal !== null) await recordOperatorRefusal(ctx, provider, refusal)
  if (refundId !== null) return await settleRefundResult(ctx, provider, { refundId, kind, body })
  if (claimId !== null) return await settleClaimResult(ctx, provider, { claimId, kind, body })
  return 'unmatched'
}
