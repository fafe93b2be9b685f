import type { AdminOverview } from '@marashi/domain/contracts/admin-dashboard'
import { formatKsh } from '@marashi/domain/rules/money'
import { monthAndDay } from '@marashi/domain/rules/nairobi-time'
import { dashboardCopy } from '../../../copy/dashboard.ts'
import styles from './sales-table.module.css'

const { columns, table, caption } = dashboardCopy.sales

/** The figures of the chart as a table, newest first, for screen readers and for exact values. */
export function SalesTable({ sales }: { sales: AdminOverview['sales'] }) {
  return (
    <details>
      <summary className={styles.summary}>{table}</summary>
      <table className={styles.table}>
        <caption className={styles.caption}>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{columns.day}</th>
            <th scope="col">{columns.orders}</th>
            <th scope="col">{columns.revenue}</th>
          </tr>
        </thead>
        <tbody>
          {[...sales].reverse().map((day) => (
            <tr key={day.day}>
              <th scope="row">{monthAndDay(day.day)}</th>
              <td>{day.orders}</td>
              <td>{formatKsh(day.revenue)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
