/** SQL that gives a timestamptz column as ISO 8601 text in UTC, the form that both doors speak. */
export const asInstant = (column: string): string =>
  `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
