import type { LowStock } from '@marashi/domain/contracts/admin-stock'
import { Panel } from '@marashi/ui/panel'
import { Link } from '@tanstack/react-router'
import { stockCopy } from '../../copy/stock.ts'
import styles from './stock-page.module.css'

/** Orders to be packed whose pieces were sold while they waited, the oldest first. */
export function ShortOrders({ orders, total }: { orders: LowStock['shortOrders']; total: number }) {
  return (
    <div className={styles.short}>
      <Panel>
        <h2 className={styles.name}>{stockCopy.short}</h2>
        <p>{stockCopy.shortText}</p>
        <ul className={styles.list}>
          {orders.map(({ orderId, orderNumber, productName, missing }) => (
            <li key={`${orderId} ${productName}`}>
              <Link to="/orders" search={{ search: orderNumber }}>
                {orderNumber}
              </Link>
              {stockCopy.missing(missing, productName)}
            </li>
          ))}
        </ul>
        {total > orders.length && <p>{stockCopy.moreShort(total - orders.length)}</p>}
      </Panel>
    </div>
  )
}
