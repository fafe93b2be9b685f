import { nairobiDay } from '@marashi/domain/rules/nairobi-time'
import type { CheckContext } from './check-gateways.ts'
import { checkGateways } from './check-gateways.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Asks the gateways for the day before yesterday and yesterday: what one of them listed late is found a day later. */
export async function checkLastDays(ctx: CheckContext): Promise<void> {
  const now = ctx.clock().getTime()
  for (const daysAgo of [2, 1]) await checkGateways(ctx, { day: nairobiDay(now - daysAgo * DAY_MS) })
}
