/** Someone answers from Monday to Saturday, nine in the morning to seven in the evening, Kenyan time. */

import { inNairobi } from './nairobi-time.ts'

/** Whether the shop answers at this instant: 9:00 is open, 19:00 is closed, Sunday is by appointment only. */
export function isOpenAt(instant: Date): boolean {
  const clock = inNairobi(instant)
  const isSunday = clock.getUTCDay() === 0
  const hour = clock.getUTCHours()
  return !isSunday && hour >= 9 && hour < 19
}
