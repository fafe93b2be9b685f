import { reportUpdate } from '../backup/report-update.ts'
import { unknownMigrations } from '../db/unknown-migrations.ts'
import { schemaFinding } from '../modules/admin/health/checks/schema.ts'
import { runCommand } from './run-command.ts'
import { withUpdatedDatabase } from './updated-database.ts'

/** `npm run migrate`: brings the database up to date as a start does, and ends. */
await runCommand(async (env) => {
  const { updated, unknown } = await withUpdatedDatabase(env, async ({ orm, updated }) => ({
    updated,
    unknown: await unknownMigrations(orm),
  }))
  reportUpdate(updated)
  const { copy, migrations } = updated
  if (!copy && migrations.length > 0) console.log(`Made: ${migrations.join(', ')}.`)
  const { state, message, remedy } = schemaFinding({ pending: [], unknown })
  if (state !== 'fine') console.log(`${message} ${remedy}`)
  else if (migrations.length === 0) console.log('The database is up to date.')
})
