import type { Stretch } from './apply-load.ts'

export interface Tempo {
  /** A first impression is enough. */
  isQuick: boolean
  rounds: number
  secondsPerTurn: number
  /** How many addresses `memory` asks for, if not the usual number. */
  addresses?: number
}

/**
 * Lets the contenders run in turns, one warming turn each and then `rounds` times round, every other time in reverse:
 * whatever else the machine does meanwhile affects all of them alike.
 */
export async function takeTurns<Name extends string>(
  contenders: Record<Name, (seconds: number) => Promise<Stretch>>,
  { rounds, secondsPerTurn }: Tempo,
): Promise<Record<Name, Stretch[]>> {
  const order = Object.keys(contenders) as Name[]
  const stretches = Object.fromEntries(order.map((name) => [name, [] as Stretch[]])) as Record<Name, Stretch[]>
  for (const name of order) await contenders[name](1)
  for (let round = 0; round < rounds; round++) {
    for (const name of order) stretches[name].push(await contenders[name](secondsPerTurn))
    order.reverse()
  }
  return stretches
}

/** Requests a second over all turns: the median, which one disturbed turn cannot move. */
export const rateOf = (stretches: readonly Stretch[]): number => median(stretches.map(({ perSecond }) => perSecond))

/** "0.061 ms of processor each", the median of all turns; empty where the system does not report it. */
export function processorNote(stretches: readonly Stretch[]): string {
  const each = median(stretches.map(({ processorMs }) => processorMs))
  return Number.isNaN(each) ? '' : `${each.toFixed(3)} ms of processor each`
}

/** The slowest of a hundred answers, in the turn where that was worst. */
export const worstP99Ms = (stretches: readonly Stretch[]): number => Math.max(...stretches.map(({ p99Ms }) => p99Ms))

/** `ours` as a share of `theirs`: the median of the rounds, each compared with its neighbour in time. */
export const ratioOf = (ours: readonly Stretch[], theirs: readonly Stretch[]): number =>
  median(ours.map(({ perSecond }, round) => perSecond / (theirs[round] as Stretch).perSecond))

/** The middle of the numbers; the mean of both middles where their count is even. Throws for none. */
export function median(numbers: readonly number[]): number {
  if (numbers.length === 0) throw new Error('There is no median of nothing')
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return ((sorted[Math.ceil(middle) - 1] as number) + (sorted[Math.floor(middle)] as number)) / 2
}
