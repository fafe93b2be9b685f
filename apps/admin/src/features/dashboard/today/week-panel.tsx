import type { AdminOverview } from '@marashi/domain/contracts/admin-dashboard'
import { formatKsh } from '@marashi/domain/rules/money'
import { Panel } from '@marashi/ui/panel'
import { dashboardCopy } from '../../../copy/dashboard.ts'
import { SalesTable } from './sales-table.tsx'
import { WeekChart } from './week-chart.tsx'
import styles from './week-panel.module.css'

const copy = dashboardCopy.sales
const DAYS = 7

/** The last seven days beside the seven before, as a chart with a scale; thirty days as a table. */
export function WeekPanel({ sales }: { sales: AdminOverview['sales'] }) {
  const week = sales.slice(-DAYS)
  const before = sales.slice(-2 * DAYS, -DAYS)
  const sum = (days: AdminOverview['sales']) => formatKsh(days.reduce((total, { revenue }) => total + revenue, 0))
  const isEmpty = sales.every(({ orders }) => orders === 0)
  return (
    <Panel>
      <section aria-labelledby="sales">
        <h2 id="sales" className={styles.title}>
          {copy.week}
        </h2>
        {isEmpty ? (
          <p className={styles.line}>{copy.none}</p>
        ) : (
          <>
            <p className={styles.line}>{copy.weeks(sum(week), sum(before))}</p>
            <WeekChart week={week} before={before} />
            <SalesTable sales={sales} />
          </>
        )}
      </section>
    </Panel>
  )
}
