import { createReadStream, existsSync } from 'node:fs'
import path from 'node:path'
import { requireKey } from '../backup/backup-key.ts'
import { storedBackups } from '../backup/stored-backups.ts'
import type { StoredBackup } from '../backup/targets/backup-target.ts'
import { backupTargetOf } from '../backup/targets/backup-target-of.ts'
import { commandClock } from './command-clock.ts'
import { withOwnDatabase } from './own-database.ts'
import { restoreInto } from './restore-into.ts'
import { runCommand } from './run-command.ts'
import { warnOfFuture } from './warn-of-future.ts'

const usage = `Usage:
  npm run restore -- <file or name or latest> [--replace]

A file is a path; a name is one of the backups in BACKUP_TO, or its whole address there; latest is the newest that is no copy from before an update or a
restore. The shop has to be empty: --replace puts the backup in the place of what is there, after a question.`

/** A copy from before a restore holds what the owner wanted to be rid of: a second try must not bring that back. */
const latestOf = (newestFirst: readonly StoredBackup[]): StoredBackup | undefined =>
  newestFirst.find(({ reason }) => reason === 'nightly' || reason === 'manual')

await runCommand(async (env, parameters) => {
  const flags = parameters.filter((each) => each.startsWith('--'))
  const [wanted, ...more] = parameters.filter((each) => !each.startsWith('--'))
  if (!wanted || more.length > 0 || flags.some((flag) => flag !== '--replace')) throw new Error(usage)
  const key = await requireKey(env)
  await withOwnDatabase(env, async (databaseUrl) => {
    const onto = { databaseUrl, clock: await commandClock(databaseUrl), key, mayAsk: flags.includes('--replace') }
    if (existsSync(wanted)) {
      const file = path.resolve(wanted)
      return await restoreInto(env, { ...onto, what: file, open: async () => createReadStream(file) })
    }
    const target = backupTargetOf(env)
    const { newestFirst, ofFuture } = await storedBackups(target, onto.clock())
    const stored = [...ofFuture, ...newestFirst]
    if (wanted === 'latest') warnOfFuture(ofFuture)
    const backup =
      wanted === 'latest'
        ? latestOf(newestFirst)
        : stored.find(({ name }) => [name, target.addressOf(name)].includes(wanted))
    if (!backup) {
      const known = stored.map(({ name }) => `  ${name}`).join('\n')
      throw new Error(`There is no backup ${wanted} in ${target.place}.${known && ` These are there:\n${known}`}`)
    }
    const before = latestOf(newestFirst.filter(({ madeAt }) => madeAt < backup.madeAt))
    const otherwise = before && `The one before it: npm run restore -- ${[before.name, ...flags].join(' ')}`
    await restoreInto(env, { ...onto, what: backup.name, open: () => target.read(backup.name), otherwise })
  })
})
