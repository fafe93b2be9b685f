const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const months = [
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
const dayMs = 24 * 60 * 60 * 1000
const midnight = (day: string) => new Date(`${day}T00:00:00Z`)

/** A day, "2026-11-21", so many days later. */
export const dayAfter = (day: string, count: number): string =>
  new Date(midnight(day).getTime() + count * dayMs).toISOString().slice(0, 10)

export const weekdayOf = (day: string): string => weekdays[midnight(day).getUTCDay()] ?? ''

/** "Saturday 21 November", with its year where that is not the year of `today`. */
export function dayName(day: string, today: string): string {
  const date = midnight(day)
  const year = day.slice(0, 4) === today.slice(0, 4) ? '' : ` ${day.slice(0, 4)}`
  return `${weekdayOf(day)} ${date.getUTCDate()} ${months[date.getUTCMonth()]}${year}`
}
