import { fc, it } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { isOpenAt } from './opening-hours.ts'

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
    expect(isOpenAt(new Date(instant))).toBe(isOpen)
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
      expect(isOpenAt(instant)).toBe(parts.weekday !== 'Sun' && hour >= 9 && hour < 19)
    },
  )
})
