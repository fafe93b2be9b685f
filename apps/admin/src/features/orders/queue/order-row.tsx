import type { AdminOrder } from '@marashi/domain/contracts/admin-orders'
import { StatusBadge } from '../../../lib/display/status-badge.tsx'
import { useStatusChange } from '../use-status-change.ts'
import { nextStepOf } from './next-step.ts'
import { NextStepAction } from './next-step-action.tsx'
import { OrderFacts } from './order-facts.tsx'
import { OrderLink } from './order-link.tsx'
import styles from './order-row.module.css'

/** An order in the queue of a phone, 72 px high: one tap opens it, one does its next step. */
export function OrderRow({ order }: { order: AdminOrder }) {
  const change = useStatusChange(order)
  const isDone = nextStepOf({ ...order, status: change.shown }) === undefined
  return (
    <article aria-labelledby={`order-${order.id}`} className={styles.row}>
      <OrderLink id={order.id} className={styles.open}>
        <OrderFacts order={order} />
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
