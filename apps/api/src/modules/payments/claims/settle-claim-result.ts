import { db } from '../../../db/db.ts'
import { faultPoint } from '../../../fault-points.ts'
import type { Context } from '../../../http/context.ts'
import type { PaymentProvider } from '../providers/provider.ts'
import type { ProvedPayment } from '../providers/provider-receipts.ts'
import type { ResultKind } from '../results/result-address.entity.ts'
import { linkTransaction } from '../transactions/link-transaction.ts'
import { lockTransaction } from '../transactions/lock-transaction.ts'
import { upsertTransaction } from '../transactions/upsert-transaction.ts'
import type { EventOutcome } from '../webhooks/end-event.ts'
import { endClaim, settleClaim } from './settle-claim.ts'

/**
 * Settles what came to the secret address of a question about a receipt, and answers what to note on the event. Money that
 * is proved is kept as a line of the gateway's ledger whatever became of the claim, so that the administrator sees it.
 */
export async function settleClaimResult(
  ctx: Context,
  provider: PaymentProvider,
  { claimId, kind, body }: { claimId: string; kind: ResultKind; body: string },
): Promise<EventOutcome> {
  const { receipt } = await db(ctx.em)
    .selectFrom('receipt_claims')
    .where('id', '=', claimId)
    .select('receipt')
    .executeTakeFirstOrThrow()
  if (!provider.receipts) return { outcome: 'unmatched' }
  const report = provider.receipts.readResult(ctx, body, { kind, receipt })
  if (report.kind === 'open') return { outcome: `receipt open: ${report.why}` }
  if (report.kind === 'refuted') {
    if (report.reason === 'unknown-receipt' && (await isInLedger(ctx, provider, receipt))) {
      // Money that came since the question was asked: the provider answers later than its own report came.
      await settleClaim(ctx, claimId)
      return { outcome: 'receipt unknown, but on the books' }
    }
    await endClaim(ctx.em, ctx.clock(), { id: claimId, reason: report.reason })
    return { outcome: `receipt refused: ${report.reason}` }
  }
  const lineId = await keepLine(ctx, provider, receipt, report.line)
  faultPoint('claim-line-kept')
  await settleClaim(ctx, claimId)
  faultPoint('claim-settled')
  return { outcome: 'receipt proved', lineId }
}

async function isInLedger({ em }: Context, { method }: PaymentProvider, receipt: string): Promise<boolean> {
  const line = await db(em)
    .selectFrom('gateway_transactions')
    .where('gateway', '=', method)
    .where('reference', '=', receipt)
    .select('id')
    .executeTakeFirst()
  return line !== undefined
}

async function keepLine(
  { em, clock }: Context,
  { method }: PaymentProvider,
  reference: string,
  { occurredAt, ...facts }: ProvedPayment,
): Promise<string> {
  const now = clock()
  return await em.fork().transactional(async (tx) => {
    const { id } = await upsertTransaction(tx, now, {
      ...facts,
      gateway: method,
      reference,
      kind: 'payment',
      occurredAt: occurredAt ?? now,
      source: 'status-query',
      // Money that moved nobody knows when may be older than the order.
      isLeftToOwner: occurredAt === undefined,
    })
    await linkTransaction(tx, now, await lockTransaction(tx, id))
    return id
  })
}
