import { migrate } from '@marashi/api/db/migrate'
import { openDatabase } from '@marashi/api/db/open-database'

/** Brings an empty database to the newest version of the shop's tables. */
export async function migrateDatabase(url: string): Promise<void> {
  const orm = await openDatabase(url)
  await migrate(orm)
  await orm.close()
}
