import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { providerOf } from '../providers/registry.ts'
import { openResultAddresses } from '../results/open-addresses.ts'

/**
 * Asks the provider about the receipt of a claim that is open, where it can be asked. The answer comes later, to addresses
 * of its own. No transaction is open meanwhile; what fails here is asked again by the job.
 */
export async function askAboutClaim(ctx: Context, id: string): Promise<void> {
  const claim = await db(ctx.em)
    .selectFrom('receipt_claims')
    .where('id', '=', id)
    .where('state', '=', 'checking')
    .where('left_because', 'is', null)
    .select(['gateway', 'receipt'])
    .executeTakeFirst()
  if (!claim) return
  const { receipts } = providerOf(claim.gateway)
  if (!receipts?.canAsk(ctx)) return
  const addresses = await openResultAddresses(ctx, { method: claim.gateway, kind: 'look-up', claimId: id })
  if (!addresses) throw new Error(`${claim.gateway} answers no question about receipts`)
  try {
    await receipts.ask(ctx, { receipt: claim.receipt, addresses })
  } catch (error) {
    ctx.log.warn({ err: error, claimId: id }, 'a typed receipt could not be asked about')
  }
}
