import type { PaymentMethod } from '@marashi/domain/contracts/payment-methods'
import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import type { Period } from '../providers/provider-ledger.ts'
import { flagOtherAmounts } from './flag-other-amounts.ts'
import { flagUnlisted } from './flag-unlisted.ts'
import { resolveListed } from './resolve-listed.ts'

// As many of each kind as a request has time for; the job goes on with the rest.
const AT_MOST = 200
const LISTS_AT_MOST = 20

/** A list that was read. */
export interface ReadList extends Period {
  id: string
  gateway: PaymentMethod
}

type Ctx = Pick<Context, 'em' | 'clock'>

/**
 * Compares the payments of a list's period with all lists: flags what it lacks or has with another amount, and resolves what it
 * proves. A crash or a long list leaves the rest to compareLists. See docs/behaviour.md#daily-check.
 */
export async function compareList(ctx: Ctx, list: ReadList): Promise<void> {
  const counts = [
    await flagUnlisted(ctx, list, AT_MOST),
    await flagOtherAmounts(ctx, list.gateway, AT_MOST),
    await resolveListed(ctx, list.gateway, AT_MOST),
  ]
  if (counts.some((count) => count === AT_MOST)) return
  const compared_at = ctx.clock()
  await db(ctx.em).updateTable('gateway_checks').set({ compared_at }).where('id', '=', list.id).execute()
}

/** Compares what is left of the lists that were read. One that fails stands in no other's way; the first failure is thrown. */
export async function compareLists(ctx: Ctx): Promise<void> {
  const lists = await db(ctx.em)
    .selectFrom('gateway_checks')
    .where('compared_at', 'is', null)
    .select(['id', 'gateway', 'from_at as from', 'until_at as until'])
    .orderBy('checked_at', 'desc')
    .limit(LISTS_AT_MOST)
    .execute()
  const failures: unknown[] = []
  for (const list of lists) {
    try {
      await compareList(ctx, list)
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}
