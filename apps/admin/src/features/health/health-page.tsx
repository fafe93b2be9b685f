import { trpc } from '@marashi/api-client/trpc'
import type { HealthStatus } from '@marashi/domain/contracts/admin-health'
import { nairobiClock } from '@marashi/domain/rules/nairobi-time'
import { Button } from '@marashi/ui/button'
import { Panel } from '@marashi/ui/panel'
import { Skeleton } from '@marashi/ui/skeleton'
import { CircleCheck, RefreshCw } from 'lucide-react'
import { healthCopy } from '../../copy/health.ts'
import { PageHeading } from '../../lib/display/page-heading.tsx'
import { Timestamp } from '../../lib/display/timestamp.tsx'
import { AuthRequired } from '../../lib/session/auth-required.tsx'
import styles from './health-page.module.css'
import { JobTable } from './job-table.tsx'
import { PastProblems } from './past-problems.tsx'
import { ProblemList } from './problem-list.tsx'
import { ProcessTable } from './process-table.tsx'

const FRESH_FOR_MS = 30_000

/** What is wrong with the shop, since when, and what to do about it; what was checked, where all is well. */
export function HealthPage() {
  const { data, error, isFetching, refetch } = trpc.admin.health.status.useQuery(undefined, {
    staleTime: FRESH_FOR_MS,
    refetchInterval: FRESH_FOR_MS,
  })
  const refresh = () => void refetch()
  return (
    <div className={styles.page}>
      <PageHeading
        title={healthCopy.title}
        subtitle={data?.checkedAt && healthCopy.checked(nairobiClock(data.checkedAt))}
      >
        <Button variant="outline" size="small" isBusy={isFetching} onClick={refresh}>
          <RefreshCw size={18} aria-hidden="true" />
          {isFetching ? healthCopy.refreshing : healthCopy.refresh}
        </Button>
      </PageHeading>
      {error ? (
        <AuthRequired explanation={healthCopy.authHint} onRetry={refresh} />
      ) : data ? (
        <Findings status={data} />
      ) : (
        <Skeleton className={styles.waiting ?? ''} />
      )}
    </div>
  )
}

function Findings({
  status: { checkedAt, isStale, checks, past, pastTotal, jobs, processes },
}: {
  status: HealthStatus
}) {
  const problems = checks.filter(({ state }) => state !== 'fine')
  const works = checks.filter(({ state }) => state === 'fine')
  return (
    <>
      {isStale && (
        <Panel role="alert" className={styles.stale}>
          <p>
            {healthCopy.stale} <Timestamp at={checkedAt} />.
          </p>
          <p>{healthCopy.staleRemedy}</p>
        </Panel>
      )}
      {problems.length > 0 && <ProblemList problems={problems} />}
      {problems.length === 0 && !isStale && (
        <Panel className={styles.well}>
          {checkedAt && <CircleCheck size={28} aria-hidden="true" />}
          <div role="status">
            <h2 className={styles.title}>{checkedAt ? healthCopy.allWell : healthCopy.notChecked}</h2>
            {checkedAt && <p className={styles.hint}>{healthCopy.allWellHint(checks.length)}</p>}
          </div>
        </Panel>
      )}
      {works.length > 0 && (
        <section aria-labelledby="works" className={styles.works}>
          <h2 id="works" className={styles.title}>
            {healthCopy.works}
          </h2>
          <dl className={styles.checks}>
            {works.map(({ name, part, message }) => (
              <div key={name}>
                <dt>
                  <CircleCheck size={16} aria-hidden="true" />
                  {part}
                </dt>
                <dd>{message}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      <JobTable jobs={jobs} />
      <ProcessTable processes={processes} />
      <PastProblems past={past} total={pastTotal} />
    </>
  )
}
