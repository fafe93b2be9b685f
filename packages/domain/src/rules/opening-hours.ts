/** When the shop is open, in Nairobi's time: Monday to Saturday 9:00 to 19:00 until the owner says otherwise. */

import { inNairobi, weekdayNames } from './nairobi-time.ts'
import type { DayHours } from './settings/hours.ts'

export interface OpeningHours {
  /** Monday to Friday. */
  weekdays: DayHours
  saturday: DayHours
  sunday: DayHours
}

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

/** The hours of the days that have some, in one line: "Mon-Sat 9:00-19:00"; empty where no day has. */
export const openHoursLine = ({ weekdays, saturday, sunday }: OpeningHours): string =>
  hoursLines({ weekdays, saturday, sunday })
    .filter((line) => /\d$/.test(line))
    .join(', ')

/** The hours as shoppers read them: "Mon-Sat 9:00-19:00", "Sunday by appointment". */
export const hoursLines = (hours: OpeningHours): string[] =>
  groupsOf(hours, ['Mon-Fri', 'Mon-Sat', 'Saturday', 'Sat-Sun', 'Sunday', 'Every day']).map(([name, day]) =>
    day.kind === 'open'
      ? `${name} ${withoutZero(day.opens)}-${withoutZero(day.closes)}`
      : `${name} ${day.kind === 'closed' ? 'closed' : 'by appointment'}`,
  )

/** The hours for search engines: "Mo-Sa 09:00-19:00". */
export const structuredHours = (hours: OpeningHours): string[] =>
  groupsOf(hours, ['Mo-Fr', 'Mo-Sa', 'Sa', 'Sa-Su', 'Su', 'Mo-Su']).flatMap(([name, day]) =>
    day.kind === 'open' ? [`${name} ${day.opens}-${day.closes}`] : [],
  )

type Names = [week: string, toSaturday: string, saturday: string, weekend: string, sunday: string, all: string]

/** Days that follow each other and are alike, together. */
function groupsOf({ weekdays, saturday, sunday }: OpeningHours, names: Names): [name: string, day: DayHours][] {
  const [week, toSaturday, ofSaturday, weekend, ofSunday, all] = names
  const isLikeWeek = isAlike(weekdays, saturday)
  const isLikeSaturday = isAlike(saturday, sunday)
  if (isLikeWeek && isLikeSaturday) return [[all, weekdays]]
  if (isLikeWeek)
    return [
      [toSaturday, weekdays],
      [ofSunday, sunday],
    ]
  if (isLikeSaturday)
    return [
      [week, weekdays],
      [weekend, saturday],
    ]
  return [
    [week, weekdays],
    [ofSaturday, saturday],
    [ofSunday, sunday],
  ]
}

function dayOf(hours: OpeningHours, weekday: number): DayHours {
  if (weekday === 0) return hours.sunday
  return weekday === 6 ? hours.saturday : hours.weekdays
}

function isAlike(one: DayHours, other: DayHours): boolean {
  if (one.kind !== 'open' || other.kind !== 'open') return one.kind === other.kind
  return one.opens === other.opens && one.closes === other.closes
}

const withoutZero = (time: string) => time.replace(/^0/, '')
