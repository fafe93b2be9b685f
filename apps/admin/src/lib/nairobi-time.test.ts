import { describe, expect, it } from 'vitest'
import { nairobiClock, nairobiTime, shortDay } from './nairobi-time.ts'

describe('times in Nairobi', () => {
  it.each([
    ['2026-11-21T06:05:00.000Z', 'Nov 21, 2026 09:05'],
    ['2026-12-31T21:00:00.000Z', 'Jan 01, 2027 00:00'],
    ['2026-03-01T20:59:59.999Z', 'Mar 01, 2026 23:59'],
  ])('%s reads %s', (instant, expected) => {
    expect(nairobiTime(instant)).toBe(expected)
  })

  it('keeps two digits and 24 hours on the clock', () => {
    expect(nairobiClock('2026-11-21T21:05:00.000Z')).toBe('00:05')
  })

  it('names a day as the calendar has it', () => {
    expect(shortDay('2026-11-01')).toBe('Nov 01')
  })
})
