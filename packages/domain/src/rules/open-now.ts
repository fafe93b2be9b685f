/** Whether the shop is open, and when it will be, in Nairobi's time. */

import { inNairobi, weekdayNames } from './nairobi-time.ts'
import { type OpeningHours, withoutZero } from './opening-hours.ts'
import type { DayHours } from './settings/hours.ts'

/** Whether the shop is open at this instant: at 9:00 it is, at 19:00 it is not; by appointment is not open. */
export function isOpenAt(instant: Date, hours: OpeningHours): boolean {
  if (Number.isNaN(instant.getTime())) return false
  const now = inNairobi(instant)
  const day = dayOf(hours, now.getUTCDay())
  const time = now.toISOString().slice(11, 16)
  return day.kind === 'open' && time >= day.opens && time < day.closes
}

/** When it opens next, "Monday 9:00"; null where no day has hours. */
export function opensNext(instant: Date, hours: OpeningHours): string | null {
  const now = inNairobi(instant)
  const time = now.toISOString().slice(11, 16)
  for (let ahead = 0; ahead <= 7; ahead++) {
    const weekday = (now.getUTCDay() + ahead) % 7
    const day = dayOf(hours, weekday)
    if (day.kind === 'open' && (ahead > 0 || time < day.opens))
      return `${weekdayNames[weekday]} ${withoutZero(day.opens)}`
  }
  return null
}

/** Whether the shop has hours on a weekday, 0 for Sunday. */
export const isOpenOn = (weekday: number, hours: OpeningHours): boolean => dayOf(hours, weekday).kind === 'open'

function dayOf(hours: OpeningHours, weekday: number): DayHours {
  if (weekday === 0) return hours.sunday
  return weekday === 6 ? hours.saturday : hours.weekdays
}
