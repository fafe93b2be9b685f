import { setTimeout as sleep } from 'node:timers/promises'
import type { Template } from '@marashi/postgres/test-databases'
import { checkDatabase, type Violation } from '../check-database.ts'
import { buyWithMpesa, type Client, newClient } from '../client.ts'
import { type Fixture, openFixture } from '../fixture.ts'
import { letRecoveryFinish } from '../let-recovery-finish.ts'
import type { ScenarioResult } from '../report.ts'
import { untilEventsAreProcessed } from '../until-quiet.ts'
import { until } from '../until-there.ts'
import {
  act,
  FROM_OUTSIDE,
  killPoints,
  nameOfTarget,
  needsWaitingEvent,
  type Point,
  payersAt,
  reachWithinMs,
  type Target,
} from './kill-targets.ts'
import { type ShopProcess, startShopToKill, startWholeShop } from './shop-process.ts'

const CALM_MS = 6_000
const RETRIES_MS = [300, 600, 1_200, 2_400, 4_800, 9_600]

interface Options {
  points?: readonly Point[]
  /** How often the shop is killed at each point. */
  rounds: number
  /** No new round begins after this. */
  endsBy: number
}

interface Kill extends Target {
  client: Client
  isReached: boolean
}

/**
 * Kills the shop at every point and starts it again on the same database, each time with the next point armed, while
 * clients keep trying. Two shops run side by side: one whose Daraja retries callbacks, one whose Daraja never does.
 * Afterwards each runs undisturbed for a day, and then its database must be right.
 */
export async function killAtPoints(
  template: Template,
  { points = killPoints, rounds, endsBy }: Options,
): Promise<ScenarioResult[]> {
  const targets = points.flatMap((point) => payersAt(point).map((payer) => ({ point, payer })))
  const shops = await Promise.all([
    killRepeatedly(template, { targets, rounds: Math.ceil(rounds / 2), endsBy, callbackRetriesMs: RETRIES_MS }),
    killRepeatedly(template, { targets, rounds: Math.floor(rounds / 2), endsBy, callbackRetriesMs: [] }),
  ])
  const kills = shops.flatMap((shop) => shop.kills)
  const violations = shops.flatMap((shop) => shop.violations)
  const nameOf = new Map(kills.map((kill) => [kill.client.orderId, nameOfTarget(kill)]))
  const lines = targets.map((target) => {
    const name = nameOfTarget(target)
    const itsKills = kills.filter((kill) => nameOfTarget(kill) === name)
    return {
      scenario: `kill -9 at ${name}`,
      runs: itsKills.length,
      violations: violations.filter(({ orderId }) => orderId !== null && nameOf.get(orderId) === name),
      note: missedNote(itsKills.filter(({ isReached }) => !isReached).length),
    }
  })
  const elsewhere = violations.filter(({ orderId }) => orderId === null || !nameOf.has(orderId))
  const note = shops.map((shop) => shop.note).join('; ')
  return [...lines, { scenario: 'kill -9, the database as a whole', runs: kills.length, violations: elsewhere, note }]
}

const missedNote = (missed: number): string => (missed === 0 ? '' : `${missed} not reached, killed all the same`)

async function killRepeatedly(
  template: Template,
  {
    targets,
    rounds,
    endsBy,
    callbackRetriesMs,
  }: Pick<Options, 'rounds' | 'endsBy'> & { targets: readonly Target[]; callbackRetriesMs: number[] },
): Promise<{ kills: Kill[]; violations: Violation[]; note: string }> {
  await using fixture = await openFixture(template, {
    callbackRetriesMs,
    confirmsPrompts: callbackRetriesMs.length > 0,
  })
  fixture.simulator.control.direct('daraja.prompt', {
    usually: [{ weight: 1, do: { kind: 'result', code: '0', afterMs: 60 } }],
  })
  await using ends = new AsyncDisposableStack()
  const leaving = new AbortController()
  // Also where the run breaks off: clients that stay would keep the process.
  ends.defer(() => leaving.abort())
  const purchases: Promise<void>[] = []
  const kills: Kill[] = []
  for (let round = 0; round < rounds && Date.now() < endsBy; round++) {
    for (const target of targets) {
      kills.push(await killOnce(fixture, { ...target, round, leaves: leaving.signal, purchases }))
    }
  }
  const violations: Violation[] = []
  const shop = await startWholeShop(fixture)
  await sleep(CALM_MS)
  leaving.abort()
  await Promise.all(purchases)
  violations.push(...(await untilEventsAreProcessed(fixture)))
  const memory = shop.peakMemoryMiB()
  if (memory && memory > 512) violations.push({ invariant: 'I12', orderId: null, what: `${Math.round(memory)} MiB` })
  await shop.stop()
  const after = await letRecoveryFinish(fixture)
  violations.push(...(await checkDatabase(fixture)))
  return { kills, violations, note: after }
}

interface Attempt extends Target {
  round: number
  leaves: AbortSignal
  purchases: Promise<void>[]
}

async function killOnce(fixture: Fixture, { round, leaves, purchases, ...target }: Attempt): Promise<Kill> {
  const { point } = target
  if (needsWaitingEvent(point)) await leaveEventWaiting(fixture, leaves, purchases)
  const shop = await startShopToKill(fixture, point === FROM_OUTSIDE ? undefined : point)
  const client = newClient(fixture, leaves)
  purchases.push(act(fixture, client, target, round))
  if (point === FROM_OUTSIDE) fixture.simulator.control.direct('daraja.push', { next: [{ kind: 'delay', ms: 1_500 }] })
  const phone = `254${client.phone.slice(1)}`
  const isThere =
    point === FROM_OUTSIDE ? () => fixture.simulator.control.prompts(phone).length > 0 : () => !shop.isAlive()
  const isReached = await until(isThere, reachWithinMs(point))
  await kill(fixture, shop)
  return { ...target, client, isReached }
}

/** Kills a shop that has acknowledged a callback and not begun to process it. */
async function leaveEventWaiting(fixture: Fixture, leaves: AbortSignal, purchases: Promise<void>[]): Promise<void> {
  const shop = await startShopToKill(fixture, 'webhook-acknowledged')
  // What is reported as paid by hand is acknowledged at the same point.
  fixture.simulator.control.direct('daraja.confirmation', { next: [{ lost: true }] })
  purchases.push(buyWithMpesa(fixture, newClient(fixture, leaves)))
  await until(() => !shop.isAlive(), reachWithinMs('webhook-acknowledged'))
  await kill(fixture, shop)
}

async function kill({ recorder }: Fixture, shop: ShopProcess): Promise<void> {
  recorder.kills += 1
  shop.kill()
  await shop.ended
}
