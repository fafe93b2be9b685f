import { doubtful, type Finding, fine } from '../finding.ts'

const PART = 'Schema'

/** What the owner does where an older version of the shop runs than has updated the database. */
export const OUTDATED_REMEDY =
  'Start the version that updated it. To stay with the older one, stop every process and return to the copy from before the update: `npm run rollback`.'

interface SchemaFacts {
  /** Migrations of this version that the database does not have yet. */
  pending: readonly string[]
  /** Migrations of the database that this version does not have. */
  unknown: readonly string[]
}

/** The database has the schema of this version of the shop. A newer one is served too: the version before runs through an update. */
export function schemaFinding({ pending, unknown }: SchemaFacts): Finding {
  if (unknown.length > 0)
    return doubtful(
      PART,
      `A newer version of the shop has updated the database: this one does not know ${unknown.join(', ')}. It serves, and is meant to only while an update goes on.`,
      OUTDATED_REMEDY,
    )
  if (pending.length > 0)
    return doubtful(
      PART,
      `${pending.length} updates wait: they are made at the next start, or now by \`npm run migrate\`.`,
    )
  return fine(PART, 'Up to date.')
}
