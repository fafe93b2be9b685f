import { type SqlBool, sql } from 'kysely'

/**
 * Whether the list that was read for the check `c` says what a gateway has. One without any line says nothing while that gateway
 * has never listed anything: one that does not give its list to the shop yet may answer alike.
 */
export const isBelieved = sql<SqlBool>`(c.lines > 0 or c.source = 'statement' or exists (
  select from gateway_checks full_one
  where full_one.gateway = c.gateway and full_one.source = c.source and full_one.lines > 0))`
