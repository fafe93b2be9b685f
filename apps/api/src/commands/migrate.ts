import { reportUpdate } from '../backup/report-update.ts'
import { updateDatabase } from '../backup/update-database.ts'
import { openDatabase } from '../db/open-database.ts'
import { commandClock } from './command-clock.ts'
import { withOwnDatabase } from './own-database.ts'
import { runCommand } from './run-command.ts'

/** `npm run migrate`: brings the database up to date as a start does, and ends. */
await runCommand(async (env) => {
  const done = await withOwnDatabase(env, async (databaseUrl) => {
    const clock = await commandClock(databaseUrl)
    const orm = await openDatabase(databaseUrl)
    try {
      return await updateDatabase(orm, { env, databaseUrl, clock })
    } finally {
      await orm.close()
    }
  })
  reportUpdate(done)
  if (!done.copy)
    console.log(done.migrations.length > 0 ? `Made: ${done.migrations.join(', ')}.` : 'The database is up to date.')
})
