import type { AdminOrder } from '@marashi/domain/contracts/admin-orders'
import { ordersCopy } from '../../copy/orders.ts'
import { CopyText } from '../../lib/display/copy-text.tsx'
import { StatusBadge } from '../../lib/display/status-badge.tsx'
import { Timestamp } from '../../lib/display/timestamp.tsx'
import styles from './order-payment.module.css'

/** How an order is paid, and the ids of the gateways. The payment ID shows its last eight characters. */
export function OrderPayment({ order }: { order: AdminOrder }) {
  return (
    <dl className={styles.payment}>
      <div className={styles.line}>
        <dt>{ordersCopy.methods[order.paymentMethod]}</dt>
        <dd>
          {order.paidAt ? (
            <>
              {ordersCopy.paid} <Timestamp at={order.paidAt} />
            </>
          ) : (
            ordersCopy.unpaid
          )}
        </dd>
      </div>
      {order.mpesaStatus && (
        <div className={styles.line}>
          <dt>{ordersCopy.mpesaStatus}</dt>
          <dd>
            <StatusBadge status={order.mpesaStatus} />
          </dd>
        </div>
      )}
      {order.mpesaReceiptNumber && (
        <div className={styles.line}>
          <dt>{ordersCopy.receipt}</dt>
          <dd>
            {order.mpesaReceiptNumber}
            <CopyText text={order.mpesaReceiptNumber} label={ordersCopy.copyReceipt(order.orderNumber)} />
          </dd>
        </div>
      )}
      {order.stripePaymentIntentId && (
        <div className={styles.line}>
          <dt>{ordersCopy.paymentId}</dt>
          <dd>
            {order.stripePaymentIntentId.slice(-8)}
            <CopyText text={order.stripePaymentIntentId} label={ordersCopy.copyPaymentId(order.orderNumber)} />
          </dd>
        </div>
      )}
    </dl>
  )
}
