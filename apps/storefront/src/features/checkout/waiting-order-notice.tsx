import { formatKsh } from '@marashi/domain/rules/money'
import { useHydrated } from '@tanstack/react-router'
import { waitingOrderCopy } from '../../copy/waiting-order.ts'
import { LinkButton } from '../../lib/link-button.tsx'
import { readWaitingOrder } from './waiting-order.ts'
import styles from './waiting-order-notice.module.css'

/** Leads back to the payment of an order that still waits for it, so that nobody orders twice (decisions 23). */
export function WaitingOrderNotice() {
  const order = useHydrated() ? readWaitingOrder() : null
  if (!order) return null
  return (
    <aside className={styles.notice} aria-label={waitingOrderCopy.title(order.orderNumber)}>
      <p>
        <strong>{waitingOrderCopy.title(order.orderNumber)}.</strong>{' '}
        {waitingOrderCopy.text(formatKsh(order.amountShillings))}
      </p>
      <LinkButton to="/checkout">{waitingOrderCopy.goOn}</LinkButton>
    </aside>
  )
}
