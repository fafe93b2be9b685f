import type pg from 'pg'

/** How PostgreSQL names a table, a column and a function that there is not, and a rule that has been loosened since. */
const olderSchema = new Set(['42P01', '42703', '42883', '23514'])

/**
 * Runs work that knows today's schema on a database that may have an older one. Where that lacks or
 * refuses what the work needs, what the work did is undone, and it answers `fallback`. Belongs into a transaction.
 */
export async function withSchemaFallback<Result>(
  client: pg.ClientBase,
  work: () => Promise<Result>,
  fallback: Result,
): Promise<Result> {
  await client.query('savepoint schema_fallback')
  try {
    const result = await work()
    await client.query('release savepoint schema_fallback')
    return result
  } catch (error) {
    if (!isOlderSchema(error)) throw error
    await client.query('rollback to savepoint schema_fallback')
    return fallback
  }
}

/** Whether a statement failed because the database has an older schema than it knows. */
export const isOlderSchema = (error: unknown): boolean => olderSchema.has(codeOf(error))

/** MikroORM's errors carry PostgreSQL's as their cause. */
function codeOf(error: unknown): string {
  const { code, cause } = error as { code?: unknown; cause?: unknown }
  if (typeof code === 'string') return code
  return cause ? codeOf(cause) : ''
}
