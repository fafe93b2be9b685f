import type { AdminOverview } from '@marashi/domain/contracts/admin-dashboard'
import { formatKsh } from '@marashi/domain/rules/money'
import { weekdayOf } from '@marashi/domain/rules/nairobi-time'
import { dashboardCopy } from '../../../copy/dashboard.ts'
import { useToday } from '../../../lib/use-today.ts'
import { scaleOf, shortAmount } from './chart-scale.ts'
import styles from './week-chart.module.css'

type Day = AdminOverview['sales'][number]

const copy = dashboardCopy.sales

/** A bar for each day of this week, a stroke for the same day of the week before, over a scale. */
export function WeekChart({ week, before }: { week: readonly Day[]; before: readonly Day[] }) {
  const today = useToday()
  const marks = scaleOf(Math.max(...[...week, ...before].map(({ revenue }) => revenue)))
  const top = marks.at(-1) ?? 1
  const share = (shillings: number) => `${(shillings / top) * 100}%`
  return (
    <figure className={styles.figure}>
      <p aria-hidden="true" className={styles.legend}>
        <span>{copy.thisWeek}</span>
        <span className={styles.then}>{copy.lastWeek}</span>
      </p>
      <div role="img" aria-label={copy.chart} className={styles.chart}>
        {marks.map((mark) => (
          <span key={mark} className={styles.mark} style={{ bottom: share(mark) }}>
            {shortAmount(mark)}
          </span>
        ))}
        <div className={styles.days}>
          {week.map((day, index) => (
            <div
              key={day.day}
              className={styles.day}
              title={copy.day(weekdayOf(day.day), formatKsh(day.revenue), day.orders)}
            >
              <span className={styles.bar} style={{ height: share(day.revenue) }}>
                {index === week.length - 1 && (
                  <b className={styles.value}>{formatKsh(day.revenue).replace('Ksh ', '')}</b>
                )}
              </span>
              {before[index] && <span className={styles.stroke} style={{ bottom: share(before[index].revenue) }} />}
            </div>
          ))}
        </div>
      </div>
      <p aria-hidden="true" className={styles.names}>
        {week.map((day) => (
          <span key={day.day}>{day.day === today ? copy.today : weekdayOf(day.day).slice(0, 3)}</span>
        ))}
      </p>
    </figure>
  )
}
