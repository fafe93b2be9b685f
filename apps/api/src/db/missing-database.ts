import type { MikroORM } from '@mikro-orm/postgresql'
import { databaseTrouble } from './database-failure.ts'

const DATABASE_MISSING = '3D000'

/**
 * Runs the first work on a database. Throws an Error for the owner where no database has that name: the shop creates none on
 * a server of the owner's, because a mistyped name would open a second, empty shop.
 */
export async function namingMissingDatabase<Result>(orm: MikroORM, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!isMissing(error)) throw error
    const name = String(orm.config.get('dbName'))
    throw new Error(
      `There is no database "${name}" on the server of DATABASE_URL. Correct the name, or create the database first: createdb ${inUtf8(name)}`,
      { cause: error },
    )
  }
}

/**
 * The same for what a start or a command asks first of all: throws an Error for the owner also where no server answers, or
 * where it lets nobody in.
 */
export const namingDatabase = <Result>(orm: MikroORM, work: () => Promise<Result>): Promise<Result> =>
  namingMissingDatabase(orm, () =>
    work().catch((error: unknown) => {
      if (isMissing(error) || databaseTrouble(error) !== 'unreachable') throw error
      throw new Error(`The database does not answer: ${wordsOf(error)}. Check DATABASE_URL and that PostgreSQL runs.`, {
        cause: error,
      })
    }),
  )

/** What follows `createdb`: a server that was made without a language makes databases in which not every name can be written. */
export const inUtf8 = (name: string) => `--encoding=UTF8 --locale=C.UTF-8 --template=template0 ${name}`

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === DATABASE_MISSING

/** A name with several addresses fails with an error for each, and with no words of its own. */
const wordsOf = (error: unknown): string =>
  error instanceof AggregateError
    ? error.errors.map(wordsOf).join(', ')
    : error instanceof Error
      ? error.message
      : String(error)
