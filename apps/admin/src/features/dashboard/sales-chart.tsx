import type { AdminOverview } from '@marashi/domain/contracts/admin-dashboard'
import { monthAndDay } from '@marashi/domain/rules/nairobi-time'
import { dashboardCopy } from '../../copy/dashboard.ts'
import styles from './sales-chart.module.css'

type Day = AdminOverview['sales'][number]

const height = 100
const step = 10
const barWidth = 7
/** A day with orders but no revenue yet gets a visible bar, so that it does not look like a day without orders. */
const sliver = 1.5

/** One bar for each day's revenue, oldest first. `onPoint` receives the day under the pointer. */
export function SalesChart({ sales, onPoint }: { sales: readonly Day[]; onPoint: (day: Day | undefined) => void }) {
  const most = Math.max(1, ...sales.map((day) => day.revenue))
  const middle = sales[Math.floor(sales.length / 2)]
  return (
    <figure className={styles.figure}>
      <svg
        role="img"
        aria-label={dashboardCopy.sales.chart}
        viewBox={`0 0 ${sales.length * step} ${height}`}
        preserveAspectRatio="none"
        className={styles.chart}
        onPointerLeave={() => onPoint(undefined)}
      >
        {sales.map((day, index) => {
          const bar = day.revenue > 0 || day.orders > 0 ? Math.max(sliver, (day.revenue / most) * height) : 0
          return (
            <g key={day.day} className={styles.day} onPointerEnter={() => onPoint(day)}>
              <rect x={index * step} y={0} width={step} height={height} className={styles.target} />
              <rect
                x={index * step + (step - barWidth) / 2}
                y={height - bar}
                width={barWidth}
                height={bar}
                className={styles.bar}
              />
            </g>
          )
        })}
      </svg>
      <p aria-hidden="true" className={styles.days}>
        {[sales[0], middle, sales.at(-1)].map((day) => day && <span key={day.day}>{monthAndDay(day.day)}</span>)}
      </p>
    </figure>
  )
}
