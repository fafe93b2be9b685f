/** When the shop is open, in Nairobi's time: Monday to Saturday 9:00 to 19:00 until the owner says otherwise. */

import type { DayHours } from './settings/hours.ts'

export interface OpeningHours {
  /** Monday to Friday. */
  weekdays: DayHours
  saturday: DayHours
  sunday: DayHours
}

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

function isAlike(one: DayHours, other: DayHours): boolean {
  if (one.kind !== 'open' || other.kind !== 'open') return one.kind === other.kind
  return one.opens === other.opens && one.closes === other.closes
}

/** "9:00" of "09:00". */
export const withoutZero = (time: string): string => time.replace(/^0/, '')
