import { sql } from 'kysely'

/**
 * What a gateway's line is worth in cents, of the rows under this name: as the gateway's own list says, whoever reported the line
 * first. A list that was wrong is put right by importing it as it should be (docs/behaviour.md#unmatched-money).
 */
export const centsOfLine = (line: string) =>
  sql<number>`coalesce(${sql.ref(`${line}.listed_amount_cents`)}, ${sql.ref(`${line}.amount_cents`)})`

/**
 * What a line leaves to the shop, in cents of the gateway's own balance: as its list says, else what is left of the amount; null
 * where nobody knows the fee.
 */
export const netOfLine = (line: string) =>
  sql<number | null>`coalesce(${sql.ref(`${line}.net_cents`)}, ${centsOfLine(line)} - ${sql.ref(`${line}.fee_cents`)})`
