import { type RawBuilder, sql } from 'kysely'

/**
 * What connected the line `of` with its payment or refund last: it was `assigned` by its account, a typed receipt or the owner, or
 * `matched` because a provider or the administrator has named its receipt there. A line has few events, so all of them are read:
 * with a limit PostgreSQL may search those of every line from the newest on.
 */
export const lastConnection = (of: 't' | 'g'): RawBuilder<'assigned' | 'matched' | null> =>
  sql`(select (array_agg(e.what order by e.id desc))[1] from gateway_transaction_events e
    where e.transaction_id = ${sql.table(of)}.id and e.what in ('assigned', 'matched'))`
