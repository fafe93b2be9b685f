import { setTimeout as sleep } from 'node:timers/promises'
import { type FaultPoint, faultPoints } from '@marashi/api/fault-points'
import type { Template } from '@marashi/postgres/test-databases'
import { checkDatabase, type Violation } from './check-database.ts'
import { buyWithCard, buyWithMpesa, newShopper, type Shopper } from './client.ts'
import { type Fixture, openFixture } from './fixture.ts'
import type { Line } from './report.ts'
import { startShopToKill, startWholeShop } from './shop-process.ts'
import { theDayAfter, untilInboxIsEmpty } from './the-day-after.ts'

/** A push that is on its way cannot be caught from inside: the whole process is killed while Daraja holds its answer. */
const FROM_OUTSIDE = 'push-sent (from outside)'
type Point = FaultPoint | typeof FROM_OUTSIDE
export const killPoints: readonly Point[] = [...faultPoints, FROM_OUTSIDE]

const AFTER_INBOX: readonly Point[] = ['webhook-settled', 'webhook-processed']

/** Who comes by at a point: a card, a prompt on a phone, or both in turn, a round each. */
type Payer = 'card' | 'prompt' | 'in turn'

/** Every provider's attempts and webhooks are struck; what follows is the same for all. */
function payersAt(point: Point): readonly Payer[] {
  if (point.startsWith('confirm')) return ['card']
  if (point.startsWith('order') || point === FROM_OUTSIDE) return ['prompt']
  return point.startsWith('settle') || AFTER_INBOX.includes(point) ? ['in turn'] : ['prompt', 'card']
}

const REACH_WITHIN_MS = 10_000
const CALM_MS = 6_000
const RETRIES_MS = [300, 600, 1_200, 2_400, 4_800, 9_600]

interface Options {
  points?: readonly Point[]
  /** How often each point is struck. */
  rounds: number
  /** No new round begins after this. */
  endsBy: number
}

interface Target {
  point: Point
  payer: Payer
}

interface Strike extends Target {
  shopper: Shopper
  isReached: boolean
}

/**
 * Kills the shop at every point in turn and starts it again on the same database, each time with the next point armed,
 * while shoppers keep trying. Two shops are struck side by side: one whose Daraja tries callbacks again, one whose never
 * does. Afterwards each is left in peace for a day, and then its books must be right.
 */
export async function killAtPoints(
  template: Template,
  { points = killPoints, rounds, endsBy }: Options,
): Promise<Line[]> {
  const targets = points.flatMap((point) => payersAt(point).map((payer) => ({ point, payer })))
  const lanes = await Promise.all([
    strikeLane(template, { targets, rounds: Math.ceil(rounds / 2), endsBy, callbackRetriesMs: RETRIES_MS }),
    strikeLane(template, { targets, rounds: Math.floor(rounds / 2), endsBy, callbackRetriesMs: [] }),
  ])
  const strikes = lanes.flatMap((lane) => lane.strikes)
  const violations = lanes.flatMap((lane) => lane.violations)
  const nameOf = new Map(strikes.map((strike) => [strike.shopper.orderId, nameOfTarget(strike)]))
  const lines = targets.map((target) => {
    const name = nameOfTarget(target)
    const itsStrikes = strikes.filter((strike) => nameOfTarget(strike) === name)
    return {
      scenario: `kill -9 at ${name}`,
      runs: itsStrikes.length,
      violations: violations.filter(({ orderId }) => orderId !== null && nameOf.get(orderId) === name),
      note: missedNote(itsStrikes.filter(({ isReached }) => !isReached).length),
    }
  })
  const elsewhere = violations.filter(({ orderId }) => orderId === null || !nameOf.has(orderId))
  const note = lanes.map((lane) => lane.note).join('; ')
  return [...lines, { scenario: 'kill -9, the books as a whole', runs: strikes.length, violations: elsewhere, note }]
}

const nameOfTarget = ({ point, payer }: Target): string => (payersAt(point).length > 1 ? `${point} (${payer})` : point)

const missedNote = (missed: number): string => (missed === 0 ? '' : `${missed} not reached, killed all the same`)

async function strikeLane(
  template: Template,
  {
    targets,
    rounds,
    endsBy,
    callbackRetriesMs,
  }: Pick<Options, 'rounds' | 'endsBy'> & { targets: readonly Target[]; callbackRetriesMs: number[] },
): Promise<{ strikes: Strike[]; violations: Violation[]; note: string }> {
  await using fixture = await openFixture(template, { callbackRetriesMs })
  fixture.simulator.control.direct('daraja.prompt', {
    usually: [{ weight: 1, do: { kind: 'result', code: '0', afterMs: 60 } }],
  })
  const leaving = new AbortController()
  const shopping: Promise<void>[] = []
  const strikes: Strike[] = []
  for (let round = 0; round < rounds && Date.now() < endsBy; round++) {
    for (const target of targets) {
      strikes.push(await strike(fixture, { ...target, round, leaves: leaving.signal, shopping }))
    }
  }
  const violations: Violation[] = []
  const shop = await startWholeShop(fixture)
  await sleep(CALM_MS)
  leaving.abort()
  await Promise.all(shopping)
  violations.push(...(await untilInboxIsEmpty(fixture)))
  const memory = shop.peakMemoryMiB()
  if (memory && memory > 512) violations.push({ invariant: 'I12', orderId: null, what: `${Math.round(memory)} MiB` })
  await shop.stop()
  const after = await theDayAfter(fixture)
  violations.push(...(await checkDatabase(fixture)))
  return { strikes, violations, note: after }
}

async function strike(
  fixture: Fixture,
  { point, payer, round, leaves, shopping }: Target & { round: number; leaves: AbortSignal; shopping: Promise<void>[] },
): Promise<Strike> {
  const shop = await startShopToKill(fixture, point === FROM_OUTSIDE ? undefined : point)
  const shopper = newShopper(fixture, leaves)
  const paysByCard = payer === 'card' || (payer === 'in turn' && round % 2 === 1)
  shopping.push((paysByCard ? buyWithCard : buyWithMpesa)(fixture, shopper))
  if (point === FROM_OUTSIDE) {
    fixture.simulator.control.direct('daraja.push', { next: [{ kind: 'delay', ms: 1_500 }] })
    const phone = `254${shopper.phone.slice(1)}`
    const isOut = await until(() => fixture.simulator.control.prompts(phone).length > 0)
    shop.kill()
    await shop.ended
    return { point, payer, shopper, isReached: isOut }
  }
  const isReached = await until(() => !shop.isAlive())
  shop.kill()
  await shop.ended
  return { point, payer, shopper, isReached }
}

async function until(isSo: () => boolean): Promise<boolean> {
  for (const deadline = Date.now() + REACH_WITHIN_MS; Date.now() < deadline; await sleep(10)) if (isSo()) return true
  return false
}
