import type { AdminOverview } from '@marashi/domain/contracts/admin-dashboard'
import { Panel } from '@marashi/ui/panel'
import { Skeleton } from '@marashi/ui/skeleton'
import { dashboardCopy } from '../../../copy/dashboard.ts'
import { AttentionPanel } from '../attention-panel.tsx'
import { PanelFailure } from '../panel-failure.tsx'
import { Takings } from './takings.tsx'
import styles from './today-section.module.css'
import { WeekPanel } from './week-panel.tsx'

/** Today above everything: what came in, what is to be done, and this week beside the last. */
export function TodaySection({
  overview,
  isFailed,
  onRetry,
}: {
  overview: AdminOverview | undefined
  isFailed: boolean
  onRetry: () => void
}) {
  return (
    <div className={styles.today}>
      <div>
        {overview && !isFailed ? <Takings takings={overview.takings} /> : <Skeleton className={styles.waiting ?? ''} />}
      </div>
      <div className={styles.jobs}>
        <AttentionPanel overview={overview} isFailed={isFailed} onRetry={onRetry} />
      </div>
      <div>
        {isFailed && (
          <Panel>
            <PanelFailure text={dashboardCopy.sales.failed} onRetry={onRetry} />
          </Panel>
        )}
        {!isFailed && (overview ? <WeekPanel sales={overview.sales} /> : <Skeleton className={styles.waiting ?? ''} />)}
      </div>
    </div>
  )
}
