import { describe, expect, it } from 'vitest'
import { advertisedPromise, promiseAt } from './delivery-promise.ts'
import type { OpeningHours } from './opening-hours.ts'
import { initialSettings } from './settings/groups.ts'

const by = (sameDayUntil: string, promise = '') => ({ sameDayUntil, promise })
const nairobi = (time: string) => new Date(`${time}+03:00`)
const closed = { kind: 'closed' } as const

describe('what an order is promised', () => {
  it.each<[string, string]>([
    ['2026-11-20T09:00', 'Friday 20 November'],
    ['2026-11-20T14:00:59', 'Friday 20 November'],
    ['2026-11-20T14:01', 'Saturday 21 November'],
    // Sunday is by appointment, so nobody sets out.
    ['2026-11-21T20:00', 'Monday 23 November'],
    ['2026-11-22T09:00', 'Monday 23 November'],
    ['2026-12-31T23:59', 'Friday 1 January'],
    // Half past two in the night in Nairobi is still the day before in UTC.
    ['2026-11-24T02:30', 'Tuesday 24 November'],
  ])('at %s is %s', (time, day) => {
    expect(promiseAt(nairobi(time), by('14:00'), initialSettings.hours)).toBe(day)
  })

  it('is the owner’s words where the place has no hour, and nothing without either', () => {
    const now = nairobi('2026-11-20T09:00')
    expect(promiseAt(now, by('', 'Within two days'), initialSettings.hours)).toBe('Within two days')
    expect(promiseAt(now, by(''), initialSettings.hours)).toBe('')
  })

  it('follows the clock alone where no day has hours', () => {
    const never: OpeningHours = { weekdays: closed, saturday: closed, sunday: closed }
    expect(promiseAt(nairobi('2026-11-21T13:00'), by('14:00'), never)).toBe('Saturday 21 November')
    expect(promiseAt(nairobi('2026-11-21T15:00'), by('14:00'), never)).toBe('Sunday 22 November')
  })
})

it('advertises the owner’s words, else the hour', () => {
  expect(advertisedPromise(by('14:00'))).toBe('Same day if ordered by 14:00')
  expect(advertisedPromise(by('14:00', 'Today, by boda'))).toBe('Today, by boda')
  expect(advertisedPromise(by(''))).toBe('')
})
