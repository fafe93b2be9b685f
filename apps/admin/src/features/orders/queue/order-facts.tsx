import type { AdminOrder } from '@marashi/domain/contracts/admin-orders'
import { formatKsh } from '@marashi/domain/rules/money'
import { VisuallyHidden } from '@marashi/ui/visually-hidden'
import { ordersCopy } from '../../../copy/orders.ts'
import { Age } from '../../../lib/display/age.tsx'
import styles from './order-row.module.css'
import { PaymentChip } from './payment-chip.tsx'

/** Whose order it is and what of, in the two lines of a phone's row. */
export function OrderFacts({ order }: { order: AdminOrder }) {
  return (
    <>
      <span className={styles.line}>
        <b className={styles.name}>{order.customerName}</b>
        <PaymentChip order={order} isShort />
        <b className={styles.amount}>
          <VisuallyHidden>Ksh </VisuallyHidden>
          {formatKsh(order.total).replace('Ksh ', '')}
        </b>
      </span>
      <span className={styles.line}>
        <span className={styles.facts}>
          <span id={`order-${order.id}`}>{order.orderNumber}</span>
          {` · ${order.placeName} · ${ordersCopy.queue.items(pieces(order))}`}
        </span>
        <span className={styles.age}>
          <Age at={order.createdAt} isShort />
        </span>
      </span>
    </>
  )
}

/** How many bottles an order has. */
export const pieces = (order: AdminOrder): number => order.items.reduce((sum, { quantity }) => sum + quantity, 0)
