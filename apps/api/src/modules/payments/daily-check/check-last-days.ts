import { nairobiDay } from '@marashi/domain/rules/nairobi-time'
import { type CheckContext, runChecks } from './check-gateways.ts'
import { planChecks } from './planned-checks.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Asks the gateways for the day before yesterday and yesterday: what one of them listed late is found a day later. */
export async function checkLastDays(ctx: CheckContext): Promise<void> {
  const now = ctx.clock().getTime()
  for (const daysAgo of [2, 1]) await planChecks(ctx, nairobiDay(now - daysAgo * DAY_MS))
  await runChecks(ctx)
}
