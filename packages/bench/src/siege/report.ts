import { textTable } from '../text-table.ts'
import type { OrderCheck } from './check-orders.ts'
import type { AttackResult } from './under-attack.ts'

const columns = [
  'attack',
  'thrown',
  'answered',
  'orders',
  'p50',
  'p99',
  'refused',
  'memory',
  'recovery',
  'note',
] as const

/** One line an attack, as a table for a terminal. */
export const attacksTable = (results: readonly AttackResult[]): string =>
  textTable([columns, ...results.map(cellsOf)], { first: 3, last: 8 })

function cellsOf({
  name,
  thrown,
  answers,
  orders,
  p50Ms,
  p99Ms,
  refused,
  peakMiB,
  recovery,
  note,
}: AttackResult): string[] {
  return [
    name,
    thrown,
    answers,
    String(orders),
    millisecondsText(p50Ms),
    millisecondsText(p99Ms),
    String(refused),
    mebibytesText(peakMiB),
    recovery,
    note,
  ]
}

/** "12 orders …": what became of all of them. */
export const ordersText = ({ placed, acknowledged, refused, paid, lost, violations, note }: OrderCheck): string =>
  `orders: ${placed} placed, ${acknowledged} acknowledged, ${refused} refused, ${paid} paid (${note}); ${lost} lost, ${violations.length} invariants broken`

export const mebibytesText = (mebibytes: number): string => wholeText(mebibytes, 'MiB')

export const millisecondsText = (ms: number): string => wholeText(ms, 'ms')

/** A dash for what nobody has measured: no order came, or no sample was taken. */
const wholeText = (number: number, unit: string): string =>
  Number.isFinite(number) ? `${Math.round(number)} ${unit}` : '-'

/** Names what is wrong. Returns the program's exit code. */
export function reportWrong(results: readonly AttackResult[], { lost, violations }: OrderCheck): number {
  const wrong = [
    ...results.flatMap(({ name, wrong: found }) => found.map((what) => `${name}: ${what}`)),
    ...violations.slice(0, 20).map(({ invariant, orderId, what }) => `${invariant}: ${what} (order ${orderId})`),
  ]
  for (const each of wrong) console.error(each)
  return lost === 0 && wrong.length === 0 ? 0 : 1
}
