import { requireKey } from '../backup/backup-key.ts'
import { backupTargetOf } from '../backup/targets/backup-target-of.ts'
import { restoreInto } from './restore-into.ts'
import { runCommand } from './run-command.ts'

/** `npm run rollback`: returns the database to the copy that was made before its last update. Pictures stay as they are. */
await runCommand(async (env) => {
  const key = await requireKey(env)
  const target = backupTargetOf(env)
  const copies = (await target.list()).filter(({ reason }) => reason === 'before-update')
  const newest = copies.toSorted((a, b) => b.madeAt.getTime() - a.madeAt.getTime())[0]
  if (!newest) throw new Error(`There is no copy from before an update in ${target.place}.`)
  await restoreInto(env, {
    key,
    what: newest.name,
    open: () => target.read(newest.name),
    mayAsk: true,
    undoesUpdate: true,
  })
  console.log('Now start the version that served before: this one would update the database again.')
})
