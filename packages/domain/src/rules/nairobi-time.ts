/** People read the times of the shop in Nairobi's time zone; machines keep UTC. */

/** The name by which databases and schedulers know the zone. */
export const nairobiZone = 'Africa/Nairobi'

type Instant = Date | string | number

// Kenya has used UTC+3 without summer time since 1960. No Intl.DateTimeFormat, because the first one of a page blocks a
// slow phone, and because server and browser may abbreviate a month differently.
const offsetMs = 3 * 60 * 60 * 1000
const dayMs = 24 * 60 * 60 * 1000
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const longMonths = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
/** As `getUTCDay` counts them. */
export const weekdayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** A date whose UTC fields are those of a clock in Nairobi at this instant. */
export function inNairobi(instant: Instant): Date {
  return new Date(new Date(instant).getTime() + offsetMs)
}

/** The hour and minute: "09:05". */
export function nairobiClock(instant: Instant): string {
  return isoInNairobi(instant).slice(11, 16)
}

/** The day as an ISO 8601 date: "2026-11-21". */
export function nairobiDay(instant: Instant): string {
  return isoInNairobi(instant).slice(0, 10)
}

/** The day as shoppers read it: "21 Nov 2026". */
export function nairobiDate(instant: Instant): string {
  const [year, month, day] = nairobiDay(instant).split('-')
  return `${Number(day)} ${months[Number(month) - 1]} ${year}`
}

/** Day and time as the administrator's lists show them: "Nov 21, 2026 09:05". */
export function nairobiTime(instant: Instant): string {
  const day = nairobiDay(instant)
  return `${monthAndDay(day)}, ${day.slice(0, 4)} ${nairobiClock(instant)}`
}

/** Day and time to the second: "2026-11-21 09:05:12". */
export function nairobiSecond(instant: Instant): string {
  return isoInNairobi(instant).slice(0, 19).replace('T', ' ')
}

/** An ISO 8601 date, "2026-11-21", in short: "Nov 21". */
export function monthAndDay(day: string): string {
  return `${months[Number(day.slice(5, 7)) - 1]} ${day.slice(8, 10)}`
}

/** The weekday of an ISO 8601 date, "2026-11-21": "Saturday". */
export const weekdayOf = (day: string): string => weekdayNames[new Date(day).getUTCDay()] ?? ''

/** An ISO 8601 date, "2026-11-21", in full but for its year: "Saturday 21 November". */
export const longDay = (day: string): string =>
  `${weekdayOf(day)} ${Number(day.slice(8, 10))} ${longMonths[Number(day.slice(5, 7)) - 1]}`

/** A day in Nairobi, "2026-11-21", from its midnight to the next. */
export function nairobiPeriod(day: string): { from: Date; until: Date } {
  const from = new Date(`${day}T00:00:00+03:00`)
  return { from, until: new Date(from.getTime() + dayMs) }
}

/** An instant as Daraja writes it: YYYYMMDDHHmmss. */
export function toNairobiDigits(instant: Instant): string {
  return isoInNairobi(instant).replaceAll(/\D/g, '').slice(0, 14)
}

/** The instant that fourteen digits name; undefined when they name none. */
export function fromNairobiDigits(digits: string): Date | undefined {
  const match = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(digits)
  if (!match) return undefined
  const [, year, month, day, hour, minute, second] = match
  const instant = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}+03:00`)
  return Number.isNaN(instant.getTime()) || toNairobiDigits(instant) !== digits ? undefined : instant
}

const isoInNairobi = (instant: Instant) => inNairobi(instant).toISOString()
