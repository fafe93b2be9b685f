import { fc, it } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { isOpenAt, opensNext } from './open-now.ts'
import type { OpeningHours } from './opening-hours.ts'
import { initialSettings } from './settings/groups.ts'

const { hours } = initialSettings
const open = (opens: string, closes: string) => ({ kind: 'open', opens, closes }) as const

describe('isOpenAt', () => {
  it.each([
    ['Monday 8:59:59 in Nairobi', '2025-03-03T05:59:59.999Z', false],
    ['Monday 9:00', '2025-03-03T06:00:00.000Z', true],
    ['Monday 18:59:59', '2025-03-03T15:59:59.999Z', true],
    ['Monday 19:00', '2025-03-03T16:00:00.000Z', false],
    ['Saturday 9:00', '2025-03-08T06:00:00.000Z', true],
    ['Saturday 18:59', '2025-03-08T15:59:00.000Z', true],
    ['Sunday noon', '2025-03-09T09:00:00.000Z', false],
    ['Monday 0:30 in Nairobi, still Sunday in UTC', '2025-03-09T21:30:00.000Z', false],
    ['July, when Europe is an hour closer', '2025-07-07T06:00:00.000Z', true],
    ['a date that is none', 'nonsense', false],
  ])('%s', (_, instant, isOpen) => {
    expect(isOpenAt(new Date(instant), hours)).toBe(isOpen)
  })

  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Africa/Nairobi',
    weekday: 'short',
    hour: '2-digit',
    hourCycle: 'h23',
  })

  it.prop([fc.date({ min: new Date('2000-01-01'), max: new Date('2060-01-01'), noInvalidDate: true })])(
    "agrees with the time zone database's clock in Nairobi",
    (instant) => {
      const parts = Object.fromEntries(clock.formatToParts(instant).map((part) => [part.type, part.value]))
      const hour = Number(parts.hour)
      expect(isOpenAt(instant, hours)).toBe(parts.weekday !== 'Sun' && hour >= 9 && hour < 19)
    },
  )
})

describe('opensNext', () => {
  it.each([
    ['Saturday 19:00', '2025-03-08T16:00:00.000Z', hours, 'Monday 9:00'],
    ['Sunday noon', '2025-03-09T09:00:00.000Z', hours, 'Monday 9:00'],
    ['Monday 8:00', '2025-03-10T05:00:00.000Z', hours, 'Monday 9:00'],
    ['Monday 20:00', '2025-03-10T17:00:00.000Z', hours, 'Tuesday 9:00'],
    [
      'Friday night, Saturday later',
      '2025-03-14T17:00:00.000Z',
      { ...hours, saturday: open('10:30', '16:00') },
      'Saturday 10:30',
    ],
    ['a shop that opens on no day', '2025-03-10T17:00:00.000Z', closedAlways(), null],
    [
      'one day a week, after it',
      '2025-03-09T17:00:00.000Z',
      { ...closedAlways(), sunday: open('10:00', '12:00') },
      'Sunday 10:00',
    ],
  ])('%s', (_, instant, given, next) => {
    expect(opensNext(new Date(instant), given)).toBe(next)
  })
})

function closedAlways(): OpeningHours {
  return { weekdays: { kind: 'closed' }, saturday: { kind: 'closed' }, sunday: { kind: 'by-appointment' } }
}
