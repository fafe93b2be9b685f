import type { CashUpChecked } from '@marashi/domain/contracts/admin-cash-up'
import { nairobiPeriod } from '@marashi/domain/rules/nairobi-time'
import type { Context } from '../../../http/context.ts'
import { ShopError } from '../../../shop-error.ts'
import { cashUp } from './cash-up.ts'
import { runChecks } from './check-gateways.ts'
import { checksOfDay, planChecks } from './planned-checks.ts'

// A request ends after fifteen seconds, and the last page may take ten of them.
const WITHIN_MS = 4_000

/**
 * Asks the gateways about a day now, and answers what it looks like then. A list that is too long for a request is read on by
 * the job: its state is `checking` until then. Throws CONFLICT for a day that is still to come.
 */
export async function checkDay(ctx: Context, { day }: { day: string }): Promise<CashUpChecked> {
  if (nairobiPeriod(day).from >= ctx.clock()) throw new ShopError('CONFLICT', 'This day is still to come.')
  await planChecks(ctx, day)
  await runChecks(ctx, { day, withinMs: WITHIN_MS })
  return { cashUp: await cashUp(ctx, { day }), gateways: await checksOfDay(ctx.em, day) }
}
