import { setTimeout as sleep } from 'node:timers/promises'
import { checkDatabase, type Violation } from '../check-database.ts'
import { buyWithCard, buyWithMpesa, newClient } from '../client.ts'
import { type Fixture, openFixture } from '../fixture.ts'
import { startWholeShop } from '../kill/shop-process.ts'
import { letRecoveryFinish } from '../let-recovery-finish.ts'
import type { ScenarioResult } from '../report.ts'
import { paySoon } from '../scenario.ts'
import { untilEventsAreProcessed } from '../until-quiet.ts'
import { openBreakableDatabase } from './breakable-database.ts'

const WORKERS = 8
const BETWEEN_STOPS_MS = 4_000
const DOWN_MS = 1_500
const CALM_MS = 10_000
const RETRIES_MS = [300, 600, 1_200, 2_400, 4_800, 9_600]

interface Options {
  dir: string
  migrate: (url: string) => Promise<void>
  stops: number
}

/**
 * Stops PostgreSQL at once (SIGQUIT) while clients buy with M-Pesa and cards, again and again, and lets it recover. The
 * shop must stay alive and answer 503 with `Retry-After` meanwhile, and its database must be right in the end.
 */
export async function stopDatabase({ dir, migrate, stops }: Options): Promise<ScenarioResult[]> {
  await using database = await openBreakableDatabase(dir)
  await migrate(database.url)
  await using fixture = await openFixture({ databaseUrl: database.url }, { callbackRetriesMs: RETRIES_MS })
  paySoon(fixture)
  const violations: Violation[] = []
  await using ends = new AsyncDisposableStack()
  const shop = await startWholeShop(fixture)
  ends.defer(shop.stop)
  const leaving = new AbortController()
  ends.defer(() => leaving.abort())
  const purchases = Array.from({ length: WORKERS }, (_, worker) => buyUntil(fixture, worker, leaving.signal))
  for (let nth = 0; nth < stops; nth++) {
    await sleep(BETWEEN_STOPS_MS)
    // An e-mail that was just sent cannot be noted then, as if the shop had been killed.
    fixture.recorder.kills += 1
    await database.breakFor(DOWN_MS)
  }
  await sleep(CALM_MS)
  leaving.abort()
  await Promise.all(purchases)
  if (!shop.isAlive()) violations.push({ invariant: 'I12', orderId: null, what: 'the shop ended with its database' })
  violations.push(...(await untilEventsAreProcessed(fixture)))
  await shop.stop()
  const note = await letRecoveryFinish(fixture)
  violations.push(...(await checkDatabase(fixture)))
  return [{ scenario: 'PostgreSQL stopped at once under load', runs: stops, violations, note }]
}

async function buyUntil(fixture: Fixture, worker: number, leaves: AbortSignal): Promise<void> {
  while (!leaves.aborted) {
    const buy = worker % 2 === 0 ? buyWithMpesa : buyWithCard
    await buy(fixture, newClient(fixture, leaves))
  }
}
