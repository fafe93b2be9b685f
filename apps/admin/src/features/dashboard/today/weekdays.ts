const short = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const
const long = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const

/** The weekday of an ISO 8601 date, "2026-11-21". */
export function weekday(day: string, length: 'short' | 'long'): string {
  const number = new Date(`${day}T00:00:00Z`).getUTCDay()
  return (length === 'short' ? short : long)[number] ?? ''
}
