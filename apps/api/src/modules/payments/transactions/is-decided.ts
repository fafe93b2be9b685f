import { type RawBuilder, sql } from 'kysely'

/** Whether the administrator has ever decided about the line `of`: assigned it, taken it off, dismissed or restored it. */
export const isDecided = (of: 'l' | 'g'): RawBuilder<boolean> =>
  sql<boolean>`exists (select from gateway_transaction_events e
    where e.transaction_id = ${sql.table(of)}.id and e.by = 'administrator')`
