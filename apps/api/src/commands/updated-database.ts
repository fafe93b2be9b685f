import type { MikroORM } from '@mikro-orm/postgresql'
import { updateDatabase } from '../backup/update-database.ts'
import { openDatabase } from '../db/open-database.ts'
import type { Environment } from '../env.ts'
import { commandClock } from './command-clock.ts'
import { withOwnDatabase } from './own-database.ts'

interface UpdatedDatabase {
  orm: MikroORM
  clock: () => Date
  updated: Awaited<ReturnType<typeof updateDatabase>>
}

/** Runs a command's work on the shop's database once that is up to date, as a start makes it. Throws as withOwnDatabase and updateDatabase. */
export const withUpdatedDatabase = <Result>(
  env: Environment,
  work: (database: UpdatedDatabase) => Promise<Result>,
): Promise<Result> =>
  withOwnDatabase(env, async (databaseUrl) => {
    const clock = await commandClock(databaseUrl)
    const orm = await openDatabase(databaseUrl)
    try {
      const updated = await updateDatabase(orm, { env, databaseUrl, clock })
      return await work({ orm, clock, updated })
    } finally {
      await orm.close()
    }
  })
