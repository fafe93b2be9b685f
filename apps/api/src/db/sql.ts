import { nairobiZone } from '@marashi/domain/rules/nairobi-time'

/** SQL that gives a timestamptz column as ISO 8601 text in UTC, the form that both transports use. */
export const asInstant = (column: string): string =>
  `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** SQL that gives a timestamptz column as people read it in a spreadsheet, "2026-11-21 09:05:12" in Nairobi. */
export const asNairobiTime = (column: string): string =>
  `to_char(${column} at time zone '${nairobiZone}', 'YYYY-MM-DD HH24:MI:SS')`

/**
 * SQL that holds while nobody has saved a row since the form was filled from it; its one value is the `updatedAt` that was
 * read, or null where the last one to save may win. Instants on the wire end at the millisecond, stored ones do not.
 */
export const unlessChangedSince = `date_trunc('milliseconds', updated_at) = coalesce(?::timestamptz, date_trunc('milliseconds', updated_at))`

/** SQL of a LIKE pattern: somewhere in the text. `%`, `_` and `\` are ordinary characters in a search, so they are escaped. */
export const containing = (folded: string): string =>
  String.raw`'%' || regexp_replace(${folded}, '([\\%_])', '\\\1', 'g') || '%'`
