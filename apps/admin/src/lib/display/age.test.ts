import { expect, it } from 'vitest'
import { commonCopy } from '../../copy/common.ts'
import { ageOf } from './age.tsx'

const now = Date.parse('2026-11-21T12:00:00.000Z')

it.each([
  ['2026-11-21T11:59:30.000Z', 'now', 'just now'],
  ['2026-11-21T12:00:30.000Z', 'now', 'just now'],
  ['2026-11-21T11:46:00.000Z', '14m', '14 min ago'],
  ['2026-11-21T11:00:00.000Z', '1h', '1 h ago'],
  ['2026-11-20T12:00:00.000Z', '1d', '1 d ago'],
  ['2026-09-01T22:00:00.000Z', '2 Sep 2026', '2 Sep 2026'],
])('%s is %s, or %s in full', (at, short, long) => {
  expect(ageOf(at, now, commonCopy.ageShort)).toBe(short)
  expect(ageOf(at, now, commonCopy.age)).toBe(long)
})
