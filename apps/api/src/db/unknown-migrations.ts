import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { MikroORM } from '@mikro-orm/postgresql'

export const migrationsFolder = fileURLToPath(new URL('../../migrations', import.meta.url))

/** Of migrations that were made somewhere, the names of those that this version of the shop does not have. */
export function unknownAmong(migrations: readonly string[]): string[] {
  const known = new Set(readdirSync(migrationsFolder).map(withoutEnding))
  return migrations.filter((name) => !known.has(name))
}

/** The migrations that the database has and this version of the shop does not: a newer one has updated it. */
export const unknownMigrations = async (orm: MikroORM): Promise<string[]> => unknownAmong(await madeMigrations(orm))

/** The names of the migrations that the database has, in the order in which they were made. */
export const madeMigrations = async (orm: MikroORM): Promise<string[]> =>
  (await orm.migrator.getExecuted()).map(({ name }) => withoutEnding(name))

const withoutEnding = (name: string): string => name.replace(/\.[jt]s$/, '')
