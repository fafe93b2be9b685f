import { expect, it } from 'vitest'
import { lotsOf } from './lots-of.ts'

it.each([
  [[], []],
  [['a'], [['a']]],
  [['a', 'b'], [['a', 'b']]],
  [
    ['a', 'b', 'c', 'd', 'e'],
    [['a', 'b'], ['c', 'd'], ['e']],
  ],
])('makes of %j lots of two: %j', (things, lots) => expect(lotsOf(things, 2)).toEqual(lots))
