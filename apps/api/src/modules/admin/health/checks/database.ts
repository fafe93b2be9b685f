import { broken, doubtful, type Finding, fine } from '../finding.ts'

const OLDEST_VERSION = 15
const SLOW_MS = 250
const VERY_SLOW_MS = 2_000

const PART = 'Database'

export interface DatabaseFacts {
  version: number
  isEncrypted: boolean
  /** As people read it: "12 MB". */
  size: string
  /** Whether the system below it has sorted texts in another way since its indexes were made. */
  isSortedAnew: boolean
  /** How long it takes to store one row; null where nobody has measured it. */
  answersInMs: number | null
}

/** The database answers, is recent enough and fast enough. */
export function databaseFinding({ version, isEncrypted, size, isSortedAnew, answersInMs }: DatabaseFacts): Finding {
  if (version < OLDEST_VERSION)
    return broken(
      PART,
      `PostgreSQL ${version} is too old: the shop needs ${OLDEST_VERSION} or later.`,
      'Back the shop up, then move it to a newer PostgreSQL.',
    )
  if (answersInMs !== null && answersInMs >= SLOW_MS) {
    const message = `It takes ${answersInMs} ms to store one row, so the whole shop is slow.`
    const remedy = 'See what else uses its machine and its disk; a backup that runs there is over soon.'
    return answersInMs >= VERY_SLOW_MS ? broken(PART, message, remedy) : doubtful(PART, message, remedy)
  }
  if (isSortedAnew)
    return doubtful(
      PART,
      'Its machine sorts texts in another way since an update: its indexes may not find what is there, and may take twice what there may be once.',
      'Have PostgreSQL make them anew: docs/operations.md#database says how.',
    )
  return fine(PART, `PostgreSQL ${version}, ${isEncrypted ? 'encrypted' : 'not encrypted'}, ${size}.`)
}

/** What is recorded of a time in which it did not answer. */
export const databaseAway = {
  part: PART,
  state: 'broken',
  message: 'It did not answer. Customers could look at the shop, and could not order.',
  remedy: 'See its log for the reason: a restart, a full disk, too little memory.',
} as const
