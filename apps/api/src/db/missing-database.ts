import type { MikroORM } from '@mikro-orm/postgresql'

const DATABASE_MISSING = '3D000'

/**
 * Runs the first work on a database. Throws an Error for the owner where no database has that name: the shop creates none on
 * a server of the owner's, because a mistyped name would open a second, empty shop.
 */
export async function namingMissingDatabase<Result>(orm: MikroORM, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === DATABASE_MISSING)) throw error
    const name = orm.config.get('dbName')
    throw new Error(
      `There is no database "${name}" on the server of DATABASE_URL. Correct the name, or create the database first: createdb ${name}`,
      { cause: error },
    )
  }
}
