import { type Expression, sql } from 'kysely'

/** Rows of one statement. */
export const READ_BATCH = 1_000

/** A row's place in a list that is sorted newest first, then by id. `createdAt` is PostgreSQL's own text, to the microsecond. */
export interface Place {
  id: string
  createdAt: string
}

/**
 * Reads a list that is sorted newest first, a batch at a time. Each batch is a statement of its own that begins after the
 * last row of the one before: a slow download holds no transaction open. The first batch comes even if it is empty.
 */
export async function* readInBatches<Row extends Place>(
  read: (after: Place | undefined) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let last: Row | undefined
  do {
    const rows = await read(last)
    yield rows
    last = rows.length === READ_BATCH ? rows.at(-1) : undefined
  } while (last)
}

/** Whether a row stands after the place in such a list; every row does where there is none. */
export const isAfter = (place: Place | undefined, createdAt: Expression<Date>, id: Expression<string>) =>
  place ? sql<boolean>`(${createdAt}, ${id}) < (${place.createdAt}::timestamptz, ${place.id}::uuid)` : sql.lit(true)

export const placeTime = (createdAt: Expression<Date>) => sql<string>`${createdAt}::text`
