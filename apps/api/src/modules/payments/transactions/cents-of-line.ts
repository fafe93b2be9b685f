import { sql } from 'kysely'

/**
 * What a gateway's line is worth in cents, of the rows under this name: as the gateway's own list says, whoever reported the line
 * first. A list that was wrong is put right by importing it as it should be (docs/behaviour.md#unmatched-money).
 */
export const centsOfLine = (line: string) =>
  sql<number>`coalesce(${sql.ref(`${line}.listed_amount_cents`)}, ${sql.ref(`${line}.amount_cents`)})`
