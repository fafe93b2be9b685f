import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../../../db/db.ts'

/** How each recurring job does, by name. */
export const readRuns = (em: EntityManager) =>
  db(em)
    .selectFrom('job_runs')
    .select([
      'name',
      'every_seconds as everySeconds',
      'longest_seconds as longestSeconds',
      'known_since as knownSince',
      'last_started_at as lastStartedAt',
      'last_succeeded_at as lastSucceededAt',
      'failing_since as failingSince',
      'last_error as lastError',
    ])
    .orderBy('name')
    .execute()
