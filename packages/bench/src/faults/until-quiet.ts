import { setTimeout as sleep } from 'node:timers/promises'
import type { Violation } from './check-database.ts'
import type { Fixture } from './fixture.ts'

const EVENTS_TIME_LIMIT_MS = 60_000
const QUIET_TIME_LIMIT_MS = 5_000

/** Waits, in real time, until the shop's own jobs have processed every webhook event. What is left after a minute breaks I8. */
export async function untilEventsAreProcessed({ query }: Fixture): Promise<Violation[]> {
  for (const deadline = Date.now() + EVENTS_TIME_LIMIT_MS; ; await sleep(250)) {
    const [left] = await query<{ count: number }>(
      'select count(*)::int as count from webhook_events where processed_at is null',
    )
    if (!left?.count) return []
    if (Date.now() < deadline) continue
    return [{ invariant: 'I8', orderId: null, what: `${left.count} webhook events wait after a quiet minute` }]
  }
}

/** Waits until no prompt is open, no message is being sent, and no webhook event of a fast shop waits. */
export async function untilQuiet({ simulator, query }: Fixture): Promise<void> {
  for (const deadline = Date.now() + QUIET_TIME_LIMIT_MS; Date.now() < deadline; await sleep(20)) {
    const { openPrompts, pendingDeliveries } = simulator.control.state()
    if (openPrompts > 0 || pendingDeliveries > 0) continue
    const left = await query('select from webhook_events where processed_at is null limit 1')
    if (left.length === 0) return
  }
}
