/** What the shop tells its owner by itself, and by which channels. */

import { nairobiClock, nairobiDay, nairobiPeriod } from './nairobi-time.ts'

export const noticeKinds = ['order', 'paid', 'flag', 'review', 'stock', 'health'] as const
export type NoticeKind = (typeof noticeKinds)[number]

export const noticeChannels = ['email', 'push'] as const
export type NoticeChannel = (typeof noticeChannels)[number]

/** Hours in which nobody is disturbed, as clock times in Nairobi: "21:30" until "07:00". */
export interface QuietHours {
  from: string
  until: string
}

/**
 * When the quiet hours end that hold at this instant; null where nobody minds being told now. They begin with the first
 * minute and end before the last one; equal times are no quiet hours.
 */
export function quietUntil(instant: Date, quiet: QuietHours): Date | null {
  if (quiet.from === quiet.until) return null
  const clock = nairobiClock(instant)
  const spansMidnight = quiet.from > quiet.until
  const isQuiet = spansMidnight
    ? clock >= quiet.from || clock < quiet.until
    : clock >= quiet.from && clock < quiet.until
  if (!isQuiet) return null
  const endsTomorrow = spansMidnight && clock >= quiet.from
  const { from, until } = nairobiPeriod(nairobiDay(instant))
  return new Date(`${nairobiDay(endsTomorrow ? until : from)}T${quiet.until}:00+03:00`)
}

/** When the quiet hours began that hold at this instant; null where nobody minds being told now. */
export function quietSince(instant: Date, quiet: QuietHours): Date | null {
  const until = quietUntil(instant, quiet)
  if (!until) return null
  const minutes = (minuteOf(quiet.until) - minuteOf(quiet.from) + MINUTES_A_DAY) % MINUTES_A_DAY
  return new Date(until.getTime() - minutes * 60_000)
}

const MINUTES_A_DAY = 24 * 60

function minuteOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return hours * 60 + minutes
}
