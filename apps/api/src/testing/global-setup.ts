import { fileURLToPath } from 'node:url'
import { startEmbeddedPostgres } from '@marashi/postgres/embedded'
import { prepareTemplate, type Template } from '@marashi/postgres/test-databases'
import type { TestProject } from 'vitest/node'
import { migrate } from '../db/migrate.ts'
import { openDatabase } from '../db/open-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    databaseTemplate: Template
  }
}

/** One real PostgreSQL for a whole test run, with a migrated database that every test copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dir = fileURLToPath(new URL('../../../../.data/test', import.meta.url))
  const server = await startEmbeddedPostgres({ dir, durable: false })
  const { template, drop } = await prepareTemplate({
    server,
    isInMemory: true,
    migrate: async (url) => {
      const orm = await openDatabase(url)
      await migrate(orm)
      await orm.close()
    },
  })
  project.provide('databaseTemplate', template)
  return async () => {
    await drop()
    await server.stop()
  }
}
