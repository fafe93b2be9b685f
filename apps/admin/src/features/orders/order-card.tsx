import type { AdminOrder } from '@marashi/domain/contracts/admin-orders'
import { formatKshWithCents } from '@marashi/domain/rules/money'
import { Button, buttonClass } from '@marashi/ui/button'
import { Panel } from '@marashi/ui/panel'
import { Link } from '@tanstack/react-router'
import { Clock3, Trash2 } from 'lucide-react'
import { ordersCopy } from '../../copy/orders.ts'
import { StatusBadge } from '../../lib/display/status-badge.tsx'
import { Timestamp } from '../../lib/display/timestamp.tsx'
import styles from './order-card.module.css'
import { OrderContact } from './order-contact.tsx'
import { OrderPayment } from './order-payment.tsx'
import { StatusSelect } from './status-select.tsx'

/** The list shows this many lines of an order; the history shows all. */
const shownItems = 3

/** One order: the customer, the items, the payment, and every action on it. */
export function OrderCard({ order, onDelete }: { order: AdminOrder; onDelete: () => void }) {
  const hidden = order.items.length - shownItems
  return (
    <Panel isPadded={false} className={styles.card}>
      <article aria-labelledby={`order-${order.id}`} className={styles.article}>
        <header className={styles.head}>
          <div>
            <h2 id={`order-${order.id}`} className={styles.number}>
              {order.orderNumber}
            </h2>
            <p className={styles.date}>
              <Timestamp at={order.createdAt} />
            </p>
          </div>
          <div className={styles.state}>
            <p className={styles.total}>{formatKshWithCents(order.total)}</p>
            <StatusBadge status={order.status} />
          </div>
        </header>
        <div className={styles.body}>
          <OrderContact order={order} />
          <div>
            {order.items.length === 0 && <p className={styles.quiet}>{ordersCopy.noItems}</p>}
            <ul className={styles.items}>
              {order.items.slice(0, shownItems).map((item, index) => (
                <li key={index}>
                  <span className={styles.quantity}>{item.quantity} ×</span> {item.productName}
                </li>
              ))}
            </ul>
            {hidden > 0 && <p className={styles.quiet}>{ordersCopy.moreItems(hidden)}</p>}
          </div>
          <OrderPayment order={order} />
        </div>
        <footer className={styles.foot}>
          <StatusSelect order={order} />
          <Link
            from="/orders"
            to="/orders"
            search={(search) => ({ ...search, order: order.id })}
            resetScroll={false}
            aria-label={ordersCopy.historyOf(order.orderNumber)}
            className={buttonClass({ variant: 'outline', size: 'small' })}
          >
            <Clock3 size={18} aria-hidden="true" />
            {ordersCopy.history}
          </Link>
          <Button variant="ghost" isIcon aria-label={ordersCopy.deleteOf(order.orderNumber)} onClick={onDelete}>
            <Trash2 size={18} aria-hidden="true" />
          </Button>
        </footer>
      </article>
    </Panel>
  )
}
