import { trpc } from '@marashi/api-client/trpc'
import type { BackupStatus } from '@marashi/domain/contracts/admin-backups'
import { Panel } from '@marashi/ui/panel'
import { DatabaseBackup, TriangleAlert } from 'lucide-react'
import { dashboardCopy } from '../../copy/dashboard.ts'
import { Timestamp } from '../../lib/display/timestamp.tsx'
import styles from './backup-panel.module.css'

const copy = dashboardCopy.backup

/** Whether the shop could be brought back, and to when: in red where its last proven backup is too old. */
export function BackupPanel() {
  const { data, isError } = trpc.admin.backups.status.useQuery()
  return (
    <Panel>
      <section aria-labelledby="backup" className={styles.backup}>
        <h2 id="backup" className={styles.title}>
          {copy.title}
        </h2>
        {isError ? <p role="alert">{copy.unknown}</p> : data && <Status status={data} />}
      </section>
    </Panel>
  )
}

function Status({ status: { isOn, isOverdue, isKeyOnlyHere, last, lastFailure } }: { status: BackupStatus }) {
  const Icon = isOverdue || lastFailure ? TriangleAlert : DatabaseBackup
  return (
    <div className={styles.status}>
      <Icon size={20} aria-hidden="true" className={isOverdue ? styles.alarm : undefined} />
      <div className={styles.words}>
        {isOverdue && <p className={styles.alarm}>{last ? copy.overdue : copy.none}</p>}
        {isOn && !isOverdue && !last && <p>{copy.first}</p>}
        {last && (
          <p>
            {copy.last} <Timestamp at={last.madeAt} />
            <span className={styles.aside}>
              {copy.proven} <Timestamp at={last.provenAt} />, {copy.megabytes(last.bytes / 1e6)}, {last.place}
            </span>
          </p>
        )}
        {!isOn && <p>{copy.off}</p>}
        {lastFailure && (
          <p>
            {copy.failed} <Timestamp at={lastFailure.at} />
            <span className={styles.aside}>{lastFailure.message}</span>
          </p>
        )}
        {isKeyOnlyHere && last && <p className={styles.aside}>{copy.keyOnlyHere}</p>}
      </div>
    </div>
  )
}
