import { type Expression, sql } from 'kysely'

/** Rows of one statement of a purge: it stays far below the time that a statement may take, and holds few rows locked. */
export const PURGE_BATCH = 2_000

/** Rows that are known by their ids, in parts for one statement each. */
export const batchesOf = <Id>(ids: readonly Id[]): Id[][] =>
  Array.from({ length: Math.ceil(ids.length / PURGE_BATCH) }, (_, nth) =>
    ids.slice(nth * PURGE_BATCH, (nth + 1) * PURGE_BATCH),
  )

/**
 * Repeats a statement that changes or deletes at most PURGE_BATCH rows until there are fewer, each in a transaction of its own: a
 * backlog of any size goes, and an interruption loses one batch.
 */
export async function untilNoneIsLeft(
  statement: () => Promise<{ numDeletedRows: bigint } | { numUpdatedRows: bigint }>,
): Promise<void> {
  for (;;) {
    const done = await statement()
    const rows = 'numDeletedRows' in done ? done.numDeletedRows : done.numUpdatedRows
    if (rows < PURGE_BATCH) return
  }
}

/**
 * The rows that a statement may change, found first: `where id = any (…)`. With `in`, the planner may read the whole table to
 * find them again.
 */
export const anyFound = <Id>(ids: Expression<{ id: Id }>) => sql<Id>`any(array(${ids}))`
