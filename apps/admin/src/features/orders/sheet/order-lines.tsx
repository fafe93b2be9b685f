import type { AdminOrder } from '@marashi/domain/contracts/admin-orders'
import { formatKsh, formatKshWithCents } from '@marashi/domain/rules/money'
import { ordersCopy } from '../../../copy/orders.ts'
import { StatusBadge } from '../../../lib/display/status-badge.tsx'
import { OrderContact } from '../order-contact.tsx'
import styles from './history.module.css'
import { HistorySection } from './history-section.tsx'

const copy = ordersCopy.drawer

/** What was ordered, what it costs and who gets it. */
export function HistoryOrder({ order }: { order: AdminOrder }) {
  return (
    <>
      <HistorySection title={copy.customer}>
        <OrderContact order={order} />
      </HistorySection>
      <HistorySection title={copy.items}>
        {order.items.length === 0 && <p className={styles.quiet}>{ordersCopy.noItems}</p>}
        <ul className={styles.lines}>
          {order.items.map((item, index) => (
            <li key={index} className={styles.line}>
              <span>
                {item.productName}
                <span className={styles.quiet}> {copy.each(item.quantity, formatKsh(item.productPrice))}</span>
              </span>
              <span>{formatKsh(item.productPrice * item.quantity)}</span>
            </li>
          ))}
        </ul>
        <dl className={styles.sums}>
          <div className={styles.line}>
            <dt>{ordersCopy.subtotal}</dt>
            <dd>{formatKsh(order.subtotal)}</dd>
          </div>
          <div className={styles.line}>
            <dt>
              {ordersCopy.delivery} ({ordersCopy.locations[order.deliveryLocation]})
            </dt>
            <dd>{formatKsh(order.deliveryCharge)}</dd>
          </div>
          <div className={`${styles.line} ${styles.total}`}>
            <dt>{ordersCopy.total}</dt>
            <dd>{formatKshWithCents(order.total)}</dd>
          </div>
        </dl>
        <StatusBadge status={order.status} />
      </HistorySection>
    </>
  )
}
