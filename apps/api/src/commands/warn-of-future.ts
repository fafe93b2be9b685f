import type { StoredBackup } from '../backup/targets/backup-target.ts'

/** Says which backups are passed over because a clock that ran ahead dated them; nothing where there are none. */
export function warnOfFuture(ofFuture: readonly StoredBackup[]): void {
  if (ofFuture.length === 0) return
  const names = ofFuture.map(({ name }) => `  ${name}`).join('\n')
  console.log(`Passed over, because they are dated later than the database's clock shows now:\n${names}`)
}
