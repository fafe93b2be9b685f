import type { Readable } from 'node:stream'
import { isDeepStrictEqual } from 'node:util'
import { UnreadableBackup } from '../backup/archive/unreadable-backup.ts'
import { makeCopy } from '../backup/make-copy.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { makesBackups } from '../backup/targets/backup-target-of.ts'
import type { Environment } from '../env.ts'
import { askForWord } from './ask-for-word.ts'
import { restoreReport } from './report-restore.ts'

interface Restore {
  databaseUrl: string
  clock: () => Date
  key: string
  /** The backup's name or path, for messages. */
  what: string
  open: () => Promise<Readable>
  /** What the owner can do where the backup turns out to be unreadable. */
  otherwise?: string | undefined
  /** Whether the owner is asked to replace what is there; where not, a shop that is not empty is refused. */
  mayAsk: boolean
  /** Whether it undoes an update: refused where the database has the backup's schema, because no update came since. */
  undoesUpdate?: boolean
}

/**
 * Restores a backup into the shop's database and pictures and prints what came back. What is replaced is backed up first.
 * Throws where it is not restored; UnreadableBackup names the backup.
 */
export async function restoreInto(env: Environment, restore: Restore): Promise<void> {
  const { databaseUrl, clock, key, what, open, otherwise, mayAsk, undoesUpdate } = restore
  const restored = await restoreBackup({
    env,
    databaseUrl,
    key,
    clock,
    open,
    mayReplace: async ({ rows, migrationsNow, manifest: { madeAt, migrations } }) => {
      if (undoesUpdate && isDeepStrictEqual(migrationsNow, migrations))
        throw new Error(
          `No update has changed the database since ${what}. Nothing was changed: start the version that served before. To return to the rows of that copy: npm run restore -- ${what} --replace`,
        )
      const held = [...rows].map(([table, count]) => `${count} ${table.replaceAll('_', ' ')}`)
      if (!mayAsk)
        throw new Error(
          `The shop is not empty: ${held.join(', ')}. Nothing was changed. --replace asks you, and replaces it.`,
        )
      console.log(`The shop holds ${held.join(', ')}.
${what} puts it back to ${madeAt} (${migrations.at(-1)}). What came since is then only in the copy that is made now.`)
      if ((await askForWord('Type "replace" to go on: ')) !== 'replace') return false
      if (!makesBackups(env)) return true
      const copy = await makeCopy({ env, databaseUrl, clock }, 'before-restore')
      console.log(`What was there is ${copy.name} in ${copy.place}.`)
      return true
    },
  }).catch((cause: unknown) => {
    if (!(cause instanceof UnreadableBackup)) throw cause
    throw new UnreadableBackup([`${what}: ${cause.message}`, otherwise].join('\n').trim(), { cause })
  })
  if (!restored) throw new Error('Nothing was changed.')
  for (const line of restoreReport(restored)) console.log(line)
}
