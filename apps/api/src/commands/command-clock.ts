import { makeDatabaseClock, readDatabaseTime } from '../db/database-clock.ts'
import { openDatabase } from '../db/open-database.ts'

/**
 * The clock of a command: that of the database, as the shop's. The machine's may be wrong, and a backup that it dates would
 * be taken for the newest.
 */
export async function commandClock(databaseUrl: string): Promise<() => Date> {
  const orm = await openDatabase(databaseUrl, { poolSize: 1 })
  try {
    const clock = makeDatabaseClock(() => readDatabaseTime(orm))
    await clock.set()
    return clock.now
  } finally {
    await orm.close()
  }
}
