import type { CashUp } from '@marashi/domain/contracts/admin-cash-up'
import { cashUpCopy } from '../../copy/cash-up.ts'
import { ksh, signedKsh } from './amounts.ts'
import { OrderLink } from './order-link.tsx'
import styles from './revenue-explained.module.css'

const copy = cashUpCopy.revenue
type Explanation = CashUp['explanation']

/** Why the dashboard and the payments' page show other sums for the day than what came; folded up. */
export function RevenueExplained({ explanation: { cash, dashboard, payments } }: { explanation: Explanation }) {
  return (
    <details className={styles.explained}>
      <summary>{copy.title}</summary>
      <p className={styles.sum}>
        <span>{copy.cash}</span>
        <strong>{ksh(cash)}</strong>
      </p>
      <Revenue title={copy.dashboard} revenue={dashboard} />
      <Revenue title={copy.payments} revenue={payments} />
    </details>
  )
}

function Revenue({ title, revenue: { revenue, reasons } }: { title: string; revenue: Explanation['dashboard'] }) {
  return (
    <section className={styles.part}>
      <h3 className={styles.sum}>
        <span>{title}</span>
        <strong>{ksh(revenue)}</strong>
      </h3>
      <p className={styles.muted}>{reasons.length === 0 ? copy.equal : copy.difference}</p>
      <ul>
        {reasons.map(({ reason, amount, orders, total }) => (
          <li key={reason}>
            <p className={styles.sum}>
              <span>{copy.reasons[reason]}</span>
              <span>{signedKsh(amount)}</span>
            </p>
            <p className={styles.orders}>
              {orders.map(({ orderId, orderNumber }) => (
                <OrderLink key={orderId} orderId={orderId} orderNumber={orderNumber} />
              ))}
              {total > orders.length && orders.length > 0 && <span>{copy.more(total - orders.length)}</span>}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
