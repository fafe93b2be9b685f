import { trpc } from '@marashi/api-client/trpc'
import { nairobiClock } from '@marashi/domain/rules/nairobi-time'
import { Button } from '@marashi/ui/button'
import { LogOut, RefreshCw } from 'lucide-react'
import { dashboardCopy } from '../../copy/dashboard.ts'
import { PageHeading } from '../../lib/display/page-heading.tsx'
import { AuthRequired } from '../../lib/session/auth-required.tsx'
import { useLogout } from '../../lib/session/use-logout.ts'
import { BackupPanel } from './backup-panel.tsx'
import styles from './dashboard-page.module.css'
import { FirstSteps } from './first-steps.tsx'
import { PageCards } from './page-cards.tsx'
import { ShopStats } from './shop-stats.tsx'
import { RunningLow } from './today/running-low.tsx'
import { TodaySection } from './today/today-section.tsx'
import { TopPerfumes } from './today/top-perfumes.tsx'
import { useNewDay } from './use-new-day.ts'

/** The figures of the shop, what waits for the administrator, and links to every page. */
export function DashboardPage() {
  const stats = trpc.admin.dashboard.stats.useQuery()
  const overview = trpc.admin.dashboard.overview.useQuery()
  useNewDay(overview.data?.takings.day)
  const { logOut, isLoggingOut } = useLogout()
  const isRefreshing = stats.isFetching || overview.isFetching
  const refresh = () => void Promise.all([stats.refetch(), overview.refetch()])
  const retryOverview = () => void overview.refetch()
  return (
    <>
      <PageHeading
        title={dashboardCopy.title}
        subtitle={stats.data && dashboardCopy.subtitle(nairobiClock(stats.dataUpdatedAt))}
      >
        <Button variant="outline" size="small" isBusy={isRefreshing} onClick={refresh}>
          <RefreshCw size={18} aria-hidden="true" />
          {isRefreshing ? dashboardCopy.refreshing : dashboardCopy.refresh}
        </Button>
        <Button variant="ghost" size="small" isBusy={isLoggingOut} onClick={logOut}>
          <LogOut size={18} aria-hidden="true" />
          {isLoggingOut ? dashboardCopy.loggingOut : dashboardCopy.logout}
        </Button>
      </PageHeading>
      {stats.isError ? (
        <AuthRequired explanation={dashboardCopy.authHint} onRetry={refresh} />
      ) : (
        <>
          {stats.data && <FirstSteps stats={stats.data} />}
          <TodaySection overview={overview.data} isFailed={overview.isError} onRetry={retryOverview} />
          <ShopStats stats={stats.data} />
          {overview.data && (
            <div className={styles.columns}>
              <TopPerfumes top={overview.data.top} />
              <RunningLow />
            </div>
          )}
          <div className={styles.backup}>
            <BackupPanel />
          </div>
          <PageCards />
        </>
      )}
    </>
  )
}
