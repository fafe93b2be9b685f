import { sql } from 'kysely'

/**
 * One of these ids, however many: they are one parameter. Written one by one they could be more than the 65,535 that a statement
 * takes, because a till may give all of its customers one phone.
 */
export const anyId = (ids: string[]) => sql<string>`any(${ids}::uuid[])`
