import { tz } from '@date-fns/tz'
import { format } from 'date-fns'

const nairobi = { in: tz('Africa/Nairobi') }

/** An instant as the payments table writes it, in Nairobi: "Nov 21, 2026 09:05" (specification §2). */
export function nairobiTime(instant: string): string {
  return format(instant, 'MMM dd, yyyy HH:mm', nairobi)
}

/** The hour and minute in Nairobi: "09:05". */
export function nairobiClock(instant: string | number): string {
  return format(instant, 'HH:mm', nairobi)
}

/** A day of Nairobi's calendar, given as "2026-11-21": "Nov 21". */
export function shortDay(day: string): string {
  return format(`${day}T12:00:00Z`, 'MMM dd', nairobi)
}
