import type { AdminOverview } from '@marashi/domain/contracts/admin-dashboard'
import { formatKsh } from '@marashi/domain/rules/money'
import { monthAndDay } from '@marashi/domain/rules/nairobi-time'
import { Panel } from '@marashi/ui/panel'
import { Skeleton } from '@marashi/ui/skeleton'
import { useState } from 'react'
import { dashboardCopy } from '../../copy/dashboard.ts'
import { PanelFailure } from './panel-failure.tsx'
import { SalesChart } from './sales-chart.tsx'
import styles from './sales-panel.module.css'
import { SalesTable } from './sales-table.tsx'

const copy = dashboardCopy.sales

/** The last 30 days. The line above the bars shows the sum, or the day under the pointer. */
export function SalesPanel({
  sales,
  isFailed,
  onRetry,
}: {
  sales: AdminOverview['sales'] | undefined
  isFailed: boolean
  onRetry: () => void
}) {
  const [pointed, setPointed] = useState<AdminOverview['sales'][number]>()
  const revenue = sales?.reduce((sum, day) => sum + day.revenue, 0) ?? 0
  const orders = sales?.reduce((sum, day) => sum + day.orders, 0) ?? 0
  return (
    <Panel>
      <section aria-labelledby="sales">
        <h2 id="sales" className={styles.title}>
          {copy.title}
        </h2>
        {isFailed && <PanelFailure text={copy.failed} onRetry={onRetry} />}
        {!sales && !isFailed && <Skeleton className={styles.waiting ?? ''} />}
        {sales && !isFailed && orders === 0 && <p className={styles.line}>{copy.none}</p>}
        {sales && !isFailed && orders > 0 && (
          <>
            <p className={styles.line}>
              {pointed
                ? copy.day(monthAndDay(pointed.day), formatKsh(pointed.revenue), pointed.orders)
                : copy.sum(formatKsh(revenue), orders)}
            </p>
            <SalesChart sales={sales} onPoint={setPointed} />
            <SalesTable sales={sales} />
          </>
        )}
      </section>
    </Panel>
  )
}
