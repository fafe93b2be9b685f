import { expect, it } from 'vitest'
import { nairobiDate } from './nairobi-date.ts'

it.each([
  ['2026-11-20T21:00:00.000Z', '21 Nov 2026', 'midnight in Nairobi is three hours before midnight in UTC'],
  ['2026-11-20T20:59:59.999Z', '20 Nov 2026', 'the last moment of the day before'],
  ['2025-12-31T23:30:00.000Z', '1 Jan 2026', 'the new year begins earlier there'],
])('%s fell on %s: %s', (instant, day) => {
  expect(nairobiDate(instant)).toBe(day)
})
