import { expect, it } from 'vitest'
import { attacksTable, mebibytesText, millisecondsText } from './report.ts'

const result = {
  name: 'listener-cut',
  fromMs: 0,
  untilMs: 5_000,
  thrown: '1 connection',
  answers: '200 × 1',
  orders: 0,
  refused: 0,
  recovery: '0.0 s',
  note: '',
  wrong: [],
}

it('shows a dash for what nobody has measured before an attack was over', () => {
  const table = attacksTable([{ ...result, p50Ms: Number.NaN, p99Ms: Number.NaN, peakMiB: Number.NaN }])
  expect(table).not.toContain('NaN')
  expect(table.split('\n').at(-1)?.split(/ {2,}/).slice(3)).toEqual(['0', '-', '-', '0', '-', '0.0 s'])
})

it('shows what was measured, without fractions', () =>
  expect([millisecondsText(41.6), mebibytesText(319.5)]).toEqual(['42 ms', '320 MiB']))
