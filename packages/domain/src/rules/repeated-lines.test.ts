import { expect, it } from 'vitest'
import { linesAboveMost } from './repeated-lines.ts'

it.each([
  ['no line', [], []],
  ['99 in one line', [['oud', 99]], []],
  [
    '99 in two lines',
    [
      ['oud', 98],
      ['oud', 1],
    ],
    [],
  ],
  [
    '100 in two lines',
    [
      ['oud', 99],
      ['oud', 1],
    ],
    [1],
  ],
  [
    'every line from the 100th piece on',
    [
      ['oud', 60],
      ['oud', 60],
      ['oud', 1],
    ],
    [1, 2],
  ],
  [
    '99 each of two perfumes',
    [
      ['oud', 99],
      ['rose', 99],
    ],
    [],
  ],
  [
    'a perfume between the lines of another',
    [
      ['oud', 99],
      ['rose', 99],
      ['oud', 1],
    ],
    [2],
  ],
] as const)('%s', (_, lines, above) => {
  expect(linesAboveMost(lines.map(([productId, quantity]) => ({ productId, quantity })))).toEqual(above)
})
