/** The marks of a chart's scale: round numbers from 0 to at least `most`, four steps at most. */
export function scaleOf(most: number): number[] {
  const step = stepOf(Math.max(1, most) / 4)
  const count = Math.max(1, Math.ceil(most / step))
  return Array.from({ length: count + 1 }, (_, index) => index * step)
}

/** The smallest of 1, 2, 5, 10, 20, 50 … that is not below `least`. */
function stepOf(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)))
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= least) ?? 10 * power
}

/** Shillings in the space beside a chart: 800, 20k, 1.5M. */
export function shortAmount(shillings: number): string {
  if (shillings >= 1_000_000) return `${shillings / 1_000_000}M`
  return shillings >= 1_000 ? `${shillings / 1_000}k` : String(shillings)
}
