import type { AdminOrder } from '@marashi/domain/contracts/admin-orders'
import { formatKsh } from '@marashi/domain/rules/money'
import { VisuallyHidden } from '@marashi/ui/visually-hidden'
import { ordersCopy } from '../../../copy/orders.ts'
import { Age } from '../../../lib/display/age.tsx'
import { StatusBadge } from '../../../lib/display/status-badge.tsx'
import { useStatusChange } from '../use-status-change.ts'
import { nextStepOf } from './next-step.ts'
import { NextStepAction } from './next-step-action.tsx'
import { OrderLink } from './order-link.tsx'
import styles from './order-row.module.css'
import { PaymentChip } from './payment-chip.tsx'

/** An order in the queue of a phone, 72 px high: one tap opens it, one does its next step. */
export function OrderRow({ order }: { order: AdminOrder }) {
  const change = useStatusChange(order)
  const isDone = nextStepOf({ ...order, status: change.shown }) === undefined
  return (
    <article aria-labelledby={`order-${order.id}`} className={styles.row}>
      <OrderLink id={order.id} className={styles.open}>
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
      </OrderLink>
      {isDone ? (
        <span className={styles.done}>
          <StatusBadge status={change.shown} />
        </span>
      ) : (
        <NextStepAction order={order} change={change} />
      )}
    </article>
  )
}

/** How many bottles an order has. */
export const pieces = (order: AdminOrder): number => order.items.reduce((sum, { quantity }) => sum + quantity, 0)
