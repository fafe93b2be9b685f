import { doubtful, type Finding, fine } from '../finding.ts'

const PART = 'Clock'
const MAX_SKEW_SECONDS = 30

/** The machine's clock and the database's show the same. `skewSeconds`: by how much the database's is ahead. */
export const clockFinding = ({ skewSeconds }: { skewSeconds: number }): Finding =>
  Math.abs(skewSeconds) > MAX_SKEW_SECONDS
    ? doubtful(
        PART,
        `This machine is ${Math.abs(skewSeconds)} seconds ${skewSeconds > 0 ? 'behind' : 'ahead of'} the database.`,
        'Let both follow a time server.',
      )
    : fine(PART, 'As the database’s.')
