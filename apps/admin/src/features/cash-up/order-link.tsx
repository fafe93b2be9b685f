import { Link } from '@tanstack/react-router'
import styles from './money-card.module.css'

/** The number of an order that money belongs to, or may belong to; opens it. */
export function OrderLink({ orderId, orderNumber }: { orderId: string; orderNumber: string }) {
  return (
    <Link to="/orders" search={{ order: orderId }} className={styles.order}>
      {orderNumber}
    </Link>
  )
}
