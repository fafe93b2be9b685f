import type { AdminOverview } from '@marashi/domain/contracts/admin-dashboard'
import { formatKsh } from '@marashi/domain/rules/money'
import { weekdayOf } from '@marashi/domain/rules/nairobi-time'
import { ArrowDown, ArrowUp, Equal } from 'lucide-react'
import { dashboardCopy } from '../../../copy/dashboard.ts'
import { ordersCopy } from '../../../copy/orders.ts'
import { useToday } from '../../../lib/use-today.ts'
import styles from './takings.module.css'

const copy = dashboardCopy.today

/** What today has brought, beside the same day a week ago at this hour, and how it was paid. Yesterday stands alone, until it is read again. */
export function Takings({ takings }: { takings: AdminOverview['takings'] }) {
  const isToday = takings.day === useToday()
  const more = takings.revenue - takings.weekBefore
  const Sign = more > 0 ? ArrowUp : more < 0 ? ArrowDown : Equal
  return (
    <section aria-labelledby="takings">
      <h2 id="takings" className={styles.title} title={dashboardCopy.totalRevenueHint}>
        {isToday ? copy.takings : copy.takingsOf(weekdayOf(takings.day))}
      </h2>
      <p className={styles.amount}>{formatKsh(takings.revenue)}</p>
      {isToday && (
        <p className={styles.line}>
          <span className={more > 0 ? styles.up : styles.change}>
            <Sign size={16} aria-hidden="true" />
            {more === 0 ? copy.same : more > 0 ? copy.more(formatKsh(more)) : copy.less(formatKsh(-more))}
          </span>{' '}
          {(more === 0 ? copy.as : copy.than)(weekdayOf(takings.day))}
        </p>
      )}
      <p className={styles.methods}>
        <span>{copy.orders(takings.orders)}</span>
        {takings.byMethod.map(({ method, revenue }) => (
          <span key={method}>
            {ordersCopy.methods[method]} {formatKsh(revenue)}
          </span>
        ))}
      </p>
    </section>
  )
}
