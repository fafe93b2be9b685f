import { reviewsCopy } from '../../copy/reviews.ts'

/** Kenya keeps UTC+3 all year. */
const nairobiOffsetMs = 3 * 60 * 60 * 1000

/**
 * The day in Nairobi on which an ISO instant fell, as "21 Nov 2026". Spelt out here because browser and server may
 * abbreviate a month differently, and the page must be the same on both.
 */
export function nairobiDate(instant: string): string {
  const inNairobi = new Date(Date.parse(instant) + nairobiOffsetMs)
  return `${inNairobi.getUTCDate()} ${reviewsCopy.months[inNairobi.getUTCMonth()]} ${inNairobi.getUTCFullYear()}`
}
