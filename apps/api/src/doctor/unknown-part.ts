import { statementError } from '../db/database-failure.ts'
import { doubtful, type Finding, reasonOf } from '../modules/admin/health/finding.ts'

/** A table or a column that no migration has made yet. */
const NOT_MADE_YET = new Set<unknown>(['42P01', '42703'])

/** A part that cannot be examined because of what its question to the database threw, which other findings go into. */
export function unknownPart(part: string, thrown: unknown): Finding {
  if (NOT_MADE_YET.has(statementError(thrown)?.code))
    return doubtful(
      part,
      'The database does not hold it yet: the first start makes it, and after an update the next one.',
    )
  return doubtful(part, `Nothing is known of it: ${reasonOf(thrown)}`)
}
