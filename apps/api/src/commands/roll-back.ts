import { requireKey } from '../backup/backup-key.ts'
import { storedBackups } from '../backup/stored-backups.ts'
import { backupTargetOf } from '../backup/targets/backup-target-of.ts'
import { commandClock } from './command-clock.ts'
import { withOwnDatabase } from './own-database.ts'
import { restoreInto } from './restore-into.ts'
import { runCommand } from './run-command.ts'
import { warnOfFuture } from './warn-of-future.ts'

/** `npm run rollback`: returns the database to the copy that was made before its last update. Pictures stay as they are. */
await runCommand(async (env) => {
  const key = await requireKey(env)
  const target = backupTargetOf(env)
  await withOwnDatabase(env, async (databaseUrl) => {
    const clock = await commandClock(databaseUrl)
    const { newestFirst, ofFuture } = await storedBackups(target, clock())
    warnOfFuture(ofFuture)
    const newest = newestFirst.find(({ reason }) => reason === 'before-update')
    if (!newest) throw new Error(`There is no copy from before an update in ${target.place}.`)
    const { name } = newest
    const open = () => target.read(name)
    await restoreInto(env, { databaseUrl, clock, key, what: name, open, mayAsk: true, undoesUpdate: true })
  })
  console.log('Now start the version that served before: a later one would update the database again.')
})
