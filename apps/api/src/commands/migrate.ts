import { reportUpdate } from '../backup/report-update.ts'
import { updateDatabase } from '../backup/update-database.ts'
import { openDatabase } from '../db/open-database.ts'
import { unknownMigrations } from '../db/unknown-migrations.ts'
import { schemaFinding } from '../modules/admin/health/checks/schema.ts'
import { commandClock } from './command-clock.ts'
import { withOwnDatabase } from './own-database.ts'
import { runCommand } from './run-command.ts'

/** `npm run migrate`: brings the database up to date as a start does, and ends. */
await runCommand(async (env) => {
  const done = await withOwnDatabase(env, async (databaseUrl) => {
    const clock = await commandClock(databaseUrl)
    const orm = await openDatabase(databaseUrl)
    try {
      const updated = await updateDatabase(orm, { env, databaseUrl, clock })
      return { ...updated, unknown: await unknownMigrations(orm) }
    } finally {
      await orm.close()
    }
  })
  reportUpdate(done)
  const { copy, migrations, unknown } = done
  if (!copy && migrations.length > 0) console.log(`Made: ${migrations.join(', ')}.`)
  const { state, message, remedy } = schemaFinding({ pending: [], unknown })
  if (state !== 'fine') console.log(`${message} ${remedy}`)
  else if (migrations.length === 0) console.log('The database is up to date.')
})
