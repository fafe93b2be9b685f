import type { ReceiptClaim, RefuseClaim } from '@marashi/domain/contracts/admin-receipt-claims'
import type { Context } from '../../../http/context.ts'
import { notFound, ShopError } from '../../../shop-error.ts'
import { claimRows, receiptClaimOf } from './claim-row.ts'
import { endClaim } from './settle-claim.ts'

/**
 * The administrator found no such money: the shopper reads so. An answer that comes later changes nothing of it; money that
 * it proves is unmatched. Throws NOT_FOUND, CONFLICT for a claim that was decided before.
 */
export async function refuseClaim(
  { em, clock }: Pick<Context, 'em' | 'clock'>,
  { id, reason: note }: RefuseClaim,
): Promise<ReceiptClaim> {
  const isRefused = await endClaim(em, clock(), { id, reason: 'administrator', note })
  const row = await claimRows(em).where('claim.id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Receipt claim')
  if (!isRefused) throw new ShopError('CONFLICT', 'This code was decided meanwhile. Please reload.')
  return receiptClaimOf(row)
}
