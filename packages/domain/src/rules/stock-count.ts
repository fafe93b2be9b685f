import { formatWhole } from './whole-number.ts'

/** A count of pieces never goes above this (docs/behaviour.md#stock); the database's checks hold the same number. */
export const mostPieces = 1_000_000

/** What is said of a count that is higher. */
export const tooManyPieces = `At most ${formatWhole(mostPieces)}`
