import type { CashUpChecked } from '@marashi/domain/contracts/admin-cash-up'
import { nairobiPeriod } from '@marashi/domain/rules/nairobi-time'
import type { Context } from '../../../http/context.ts'
import { ShopError } from '../../../shop-error.ts'
import { cashUp } from './cash-up.ts'
import { checkGateways } from './check-gateways.ts'

/** Asks the gateways about a day now, and answers what it looks like then. Throws CONFLICT for a day that is still to come. */
export async function checkDay(ctx: Context, { day }: { day: string }): Promise<CashUpChecked> {
  if (nairobiPeriod(day).from >= ctx.clock()) throw new ShopError('CONFLICT', 'This day is still to come.')
  const gateways = await checkGateways(ctx, { day })
  return { cashUp: await cashUp(ctx, { day }), gateways }
}
