import { doubtful, type Finding, fine } from '../finding.ts'

const PART = 'Clock'
const MAX_SKEW_SECONDS = 30

/** The machine's clock and the database's show the same. `skewSeconds`: by how much the database's is ahead. */
export const clockFinding = ({ skewSeconds }: { skewSeconds: number }): Finding =>
  Math.abs(skewSeconds) > MAX_SKEW_SECONDS
    ? doubtful(
        PART,
        `This machine is ${inWords(Math.abs(skewSeconds))} ${skewSeconds > 0 ? 'behind' : 'ahead of'} the database.`,
        'Let both follow a time server.',
      )
    : fine(PART, 'As the database’s.')

const SECONDS_IN = { day: 86_400, hour: 3_600, minute: 60, second: 1 }

/** A span in the largest unit of which it holds two: "90 seconds", "60 minutes", "367 days". */
function inWords(seconds: number): string {
  const [unit, size] = Object.entries(SECONDS_IN).find(([, size]) => seconds >= 2 * size) ?? ['second', 1]
  return new Intl.NumberFormat('en', { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 0 }).format(
    seconds / size,
  )
}
