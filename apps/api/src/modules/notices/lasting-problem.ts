import { type SqlBool, sql } from 'kysely'

/** A problem that is over sooner is written down and wakes nobody, neither by e-mail nor on a phone. */
export const LASTS_FOR_MS = 60_000

/** Whether a row of `health_problems` has lasted long enough. */
export const hasLasted = sql<SqlBool>`extract(epoch from health_problems.last_seen_at - health_problems.since) * 1000 >= ${LASTS_FOR_MS}`
