import type { BackupStatus } from '@marashi/domain/contracts/admin-backups'
import { backupTime } from '@marashi/domain/rules/backup-retention'
import { nairobiTime } from '@marashi/domain/rules/nairobi-time'
import { broken, doubtful, type Finding, fine } from '../finding.ts'

const PART = 'Backup'
const AGAIN = 'See the log, or make one now: npm run backup'

/** There is a proven backup of the last two days, and its key is not on the shop's machine alone. */
export function backupFinding({ isOn, isOverdue, isKeyOnlyHere, last, lastFailure }: BackupStatus): Finding {
  if (!isOn) return doubtful(PART, 'BACKUP_TO is off.', 'Something else has to back the shop up.')
  const failure = lastFailure ? ` The last attempt failed: ${lastFailure.message}` : ''
  if (!last && (isOverdue || lastFailure)) return broken(PART, `There is no backup.${failure}`, AGAIN)
  if (!last) return fine(PART, `The first one is made at ${backupTime}, or now with npm run backup.`)
  const message = `The last one is of ${nairobiTime(last.madeAt)} and was read back whole on ${nairobiTime(last.provenAt)}.`
  if (isOverdue) return broken(PART, `${message} None has been proven since.${failure}`, AGAIN)
  if (lastFailure) return doubtful(PART, `${message}${failure}`, AGAIN)
  if (isKeyOnlyHere)
    return doubtful(
      PART,
      `${message} Its key is only on the shop’s own machine.`,
      'Keep the key elsewhere too, and set BACKUP_KEY: no backup opens without it.',
    )
  return fine(PART, message)
}
