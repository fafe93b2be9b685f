/** An order arrives on the same day where it comes in time, else on the next day that the shop is open. */

import { inNairobi, longDay } from './nairobi-time.ts'
import { isOpenOn } from './open-now.ts'
import type { OpeningHours } from './opening-hours.ts'
import type { PlaceSetting } from './settings/delivery.ts'

type Promised = Pick<PlaceSetting, 'promise' | 'sameDayUntil'>

/** What shoppers read before they order: the owner's own words, else what follows from the hour. */
export const advertisedPromise = ({ promise, sameDayUntil }: Promised): string =>
  promise || (sameDayUntil && `Same day if ordered by ${sameDayUntil}`)

/**
 * What an order of this instant is promised, as its shopper reads it later: "Monday 23 November" where the place has an hour,
 * else the owner's words; empty where nothing is promised.
 */
export function promiseAt(orderedAt: Date, { promise, sameDayUntil }: Promised, hours: OpeningHours): string {
  if (!sameDayUntil) return promise
  const now = inNairobi(orderedAt)
  const first = now.toISOString().slice(11, 16) <= sameDayUntil ? 0 : 1
  const week = Array.from({ length: 7 }, (_, ahead) => first + ahead)
  const ahead = week.find((days) => isOpenOn((now.getUTCDay() + days) % 7, hours)) ?? first
  return longDay(new Date(now.getTime() + ahead * 24 * 60 * 60_000).toISOString().slice(0, 10))
}
