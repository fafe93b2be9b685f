import { expect, it } from 'vitest'
import { quietSince, quietUntil } from './notices.ts'

const night = { from: '21:30', until: '07:00' }
const nap = { from: '13:00', until: '14:15' }

it.each([
  ['before the night', '2026-11-21T21:29:59+03:00', night, null],
  ['the first minute of the night', '2026-11-21T21:30:00+03:00', night, '2026-11-22T07:00:00+03:00'],
  ['before midnight', '2026-12-31T23:59:59+03:00', night, '2027-01-01T07:00:00+03:00'],
  ['after midnight', '2026-11-22T00:00:00+03:00', night, '2026-11-22T07:00:00+03:00'],
  ['the last second of the night', '2026-11-22T06:59:59+03:00', night, '2026-11-22T07:00:00+03:00'],
  ['the end of the night', '2026-11-22T07:00:00+03:00', night, null],
  ['a day whose date in UTC is another one', '2026-11-22T01:00:00+03:00', night, '2026-11-22T07:00:00+03:00'],
  ['before noon', '2026-11-21T11:59:00+03:00', nap, null],
  ['the hour after lunch', '2026-11-21T13:40:00+03:00', nap, '2026-11-21T14:15:00+03:00'],
  ['after it', '2026-11-21T14:15:00+03:00', nap, null],
  ['equal times', '2026-11-21T13:00:00+03:00', { from: '13:00', until: '13:00' }, null],
])('knows when quiet hours end: %s', (_, instant, quiet, expected) => {
  expect(quietUntil(new Date(instant), quiet)).toEqual(expected && new Date(expected))
})

it.each([
  ['before midnight', '2026-12-31T23:59:59+03:00', night, '2026-12-31T21:30:00+03:00'],
  ['after midnight', '2027-01-01T00:00:00+03:00', night, '2026-12-31T21:30:00+03:00'],
  ['the hour after lunch', '2026-11-21T13:40:00+03:00', nap, '2026-11-21T13:00:00+03:00'],
  ['before noon', '2026-11-21T11:59:00+03:00', nap, null],
])('knows when quiet hours began: %s', (_, instant, quiet, expected) => {
  expect(quietSince(new Date(instant), quiet)).toEqual(expected && new Date(expected))
})
