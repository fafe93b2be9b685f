import type { AdminOrder } from '@marashi/domain/contracts/admin-orders'
import { formatKsh } from '@marashi/domain/rules/money'
import { ordersCopy } from '../../../copy/orders.ts'
import { CopyText } from '../../../lib/display/copy-text.tsx'
import { StatusBadge } from '../../../lib/display/status-badge.tsx'
import { Timestamp } from '../../../lib/display/timestamp.tsx'
import { isCashReceived } from '../cash-received.ts'
import styles from './order-payment.module.css'

/** How an order is paid, and the ids of the gateways. The payment ID shows its last eight characters. */
export function OrderPayment({ order }: { order: AdminOrder }) {
  return (
    <dl className={styles.payment}>
      <div className={styles.line}>
        <dt>{ordersCopy.methods[order.paymentMethod]}</dt>
        <dd>
          <PaymentState order={order} />
        </dd>
      </div>
      {order.paymentState === 'paid' && order.leftToPay > 0 && (
        <div className={styles.line}>
          <dt>{ordersCopy.leftToPay}</dt>
          <dd>{formatKsh(order.leftToPay)}</dd>
        </div>
      )}
      {order.paymentState === 'paid' && order.refundedAmount > 0 && (
        <div className={styles.line}>
          <dt>{ordersCopy.refunded}</dt>
          <dd>{ordersCopy.refundedPart(formatKsh(order.refundedAmount))}</dd>
        </div>
      )}
      {order.mpesaStatus && order.paymentState !== 'refunded' && (
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

/** Whether the money came, and whether all of it went back. */
function PaymentState({ order }: { order: AdminOrder }) {
  const { paymentState, paidAt, refundedAt } = order
  if (paymentState === 'refunded') {
    return (
      <>
        <StatusBadge status="refunded" /> <Timestamp at={refundedAt} />
      </>
    )
  }
  if (!paidAt) return isCashReceived(order) ? ordersCopy.cashReceived : ordersCopy.unpaid
  return (
    <>
      {ordersCopy.paid} <Timestamp at={paidAt} />
    </>
  )
}
