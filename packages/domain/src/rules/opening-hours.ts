/** Someone answers from Monday to Saturday, nine in the morning to seven in the evening, Kenyan time. */

/** Kenya keeps UTC+3 all year; it has no summer time. */
const nairobiOffsetMs = 3 * 60 * 60 * 1000

/** Whether the shop answers at this instant: 9:00 is open, 19:00 is closed, Sunday is by appointment only. */
export function isOpenAt(instant: Date): boolean {
  const inNairobi = new Date(instant.getTime() + nairobiOffsetMs)
  const isSunday = inNairobi.getUTCDay() === 0
  const hour = inNairobi.getUTCHours()
  return !isSunday && hour >= 9 && hour < 19
}
