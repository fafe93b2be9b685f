import { sql } from 'kysely'

/** A till may give all of its customers one phone: a statement takes 65,535 parameters, and a list is one. */
export const anyOf = (ids: string[]) => sql<string>`any(${ids}::uuid[])`
