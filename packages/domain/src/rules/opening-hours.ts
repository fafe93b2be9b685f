/** The shop is open from Monday to Saturday, 9:00 to 19:00, in Nairobi's time. */

import { inNairobi } from './nairobi-time.ts'

/** Whether the shop is open at this instant: 9:00 is open, 19:00 is closed, Sunday is by appointment only. */
export function isOpenAt(instant: Date): boolean {
  const clock = inNairobi(instant)
  const isSunday = clock.getUTCDay() === 0
  const hour = clock.getUTCHours()
  return !isSunday && hour >= 9 && hour < 19
}
