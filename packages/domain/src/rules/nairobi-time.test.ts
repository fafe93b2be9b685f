import { fc, it } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import {
  fromNairobiDigits,
  longDay,
  monthAndDay,
  nairobiClock,
  nairobiDate,
  nairobiDay,
  nairobiSecond,
  nairobiTime,
  nairobiZone,
  toNairobiDigits,
  weekdayOf,
} from './nairobi-time.ts'

describe('an instant in Nairobi', () => {
  it.each([
    ['2026-11-21T06:05:00.000Z', 'Nov 21, 2026 09:05', '21 Nov 2026'],
    ['2026-12-31T21:00:00.000Z', 'Jan 01, 2027 00:00', '1 Jan 2027'],
    ['2026-03-01T20:59:59.999Z', 'Mar 01, 2026 23:59', '1 Mar 2026'],
  ])('%s reads %s', (instant, time, date) => {
    expect(nairobiTime(instant)).toBe(time)
    expect(nairobiDate(instant)).toBe(date)
  })

  it('is read to the second from a date, a text or milliseconds', () => {
    const text = '2026-11-20T21:05:09.999Z'
    for (const instant of [text, new Date(text), Date.parse(text)]) {
      expect(nairobiSecond(instant)).toBe('2026-11-21 00:05:09')
    }
  })

  it('names a day of the calendar in short', () => {
    expect(monthAndDay('2026-11-01')).toBe('Nov 01')
  })

  it.each([
    ['2026-11-21', 'Saturday 21 November'],
    ['2027-01-01', 'Friday 1 January'],
    ['2028-02-29', 'Tuesday 29 February'],
  ])('names %s in full as %s', (day, name) => {
    expect(longDay(day)).toBe(name)
    expect(weekdayOf(day)).toBe(name.split(' ')[0])
  })

  const clock = new Intl.DateTimeFormat('sv-SE', {
    timeZone: nairobiZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  it.prop([fc.date({ min: new Date('1970-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })])(
    "agrees with the time zone database's clock",
    (instant) => {
      expect(nairobiSecond(instant)).toBe(clock.format(instant))
      expect(`${nairobiDay(instant)} ${nairobiClock(instant)}`).toBe(nairobiSecond(instant).slice(0, 16))
    },
  )

  it.prop([fc.date({ min: new Date('1970-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })])(
    'is found again from the digits that Daraja writes',
    (instant) => {
      expect(fromNairobiDigits(toNairobiDigits(instant))?.getTime()).toBe(Math.floor(instant.getTime() / 1000) * 1000)
    },
  )

  it.each(['', '2026112109051', '20261321090512', '20261121250512', 'yyyymmddhhmmss'])('is none in "%s"', (digits) => {
    expect(fromNairobiDigits(digits)).toBeUndefined()
  })
})
