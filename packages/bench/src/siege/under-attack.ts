import { setTimeout as sleep } from 'node:timers/promises'
import { answersText, total } from './answers.ts'
import { secondsText } from './ask.ts'
import type { Attack } from './attack.ts'
import { peakMiB } from './memory-log.ts'
import { type FeltOrder, feltBetween } from './shoppers.ts'
import type { Siege } from './siege.ts'

const RECOVERY_MS = 5_000
/** An order that takes longer than this, and than twice the slowest before all attacks, has not found the shop as usual. */
const SLOW_MS = 500

/** One attack: what was thrown, what was answered, what shoppers felt meanwhile, and how long it was felt afterwards. */
export interface AttackResult {
  name: string
  /** From its beginning to the end of the seconds in which the shop should recover. */
  fromMs: number
  untilMs: number
  thrown: string
  answers: string
  orders: number
  p50Ms: number
  p99Ms: number
  refused: number
  peakMiB: number
  recovery: string
  note: string
  wrong: readonly string[]
}

interface Options {
  name: string
  attack: Attack
  seconds: number
  /** The slowest of a hundred orders while nothing was thrown. */
  usualP99Ms: number
}

/** Runs one attack and waits a few seconds longer, in which the shop should recover. */
export async function underAttack(siege: Siege, options: Options): Promise<AttackResult> {
  const { name, attack, seconds, usualP99Ms } = options
  const startedAtMs = performance.now()
  const { what, answers, note = '', wrong = [] } = await attack(siege, seconds)
  const endedAtMs = performance.now()
  await sleep(RECOVERY_MS)
  const { orders } = siege.shoppers
  const felt = feltBetween(orders, startedAtMs, endedAtMs)
  const untilMs = performance.now()
  return {
    name,
    fromMs: startedAtMs,
    untilMs,
    thrown: `${total(answers).toLocaleString('en')} ${what}`,
    answers: answersText(answers),
    orders: felt.count,
    p50Ms: felt.p50Ms,
    p99Ms: felt.p99Ms,
    refused: felt.refused,
    peakMiB: peakMiB(siege.memory.samples, startedAtMs, untilMs),
    recovery: recoveryText(
      // Who has only just asked has no answer yet, and is not slow for that.
      orders.filter(({ placedAtMs, tookMs = untilMs - placedAtMs }) => {
        return placedAtMs >= startedAtMs && tookMs > Math.max(SLOW_MS, 2 * usualP99Ms)
      }),
      endedAtMs,
    ),
    note,
    wrong,
  }
}

/** From the end of the attack until no order was slow any more. */
function recoveryText(slow: readonly FeltOrder[], endedAtMs: number): string {
  const lastMs = Math.max(endedAtMs, ...slow.map(({ placedAtMs, tookMs = Infinity }) => placedAtMs + tookMs))
  return lastMs === Infinity ? 'not yet' : secondsText(lastMs - endedAtMs)
}
