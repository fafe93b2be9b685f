import { longDay } from '@marashi/domain/rules/nairobi-time'

const dayMs = 24 * 60 * 60 * 1000

/** A day, "2026-11-21", so many days later. */
export const dayAfter = (day: string, count: number): string =>
  new Date(new Date(day).getTime() + count * dayMs).toISOString().slice(0, 10)

/** "Saturday 21 November", with its year where that is not the year of `today`. */
export const dayName = (day: string, today: string): string =>
  day.slice(0, 4) === today.slice(0, 4) ? longDay(day) : `${longDay(day)} ${day.slice(0, 4)}`
