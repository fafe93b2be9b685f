import type { AdminOrder } from '@marashi/domain/contracts/admin-orders'
import type { PaymentRecord } from '@marashi/domain/contracts/admin-payments'
import { ordersCopy } from '../../../copy/orders.ts'
import { paymentsCopy } from '../../../copy/payments.ts'
import { CopyText } from '../../../lib/display/copy-text.tsx'
import { StatusBadge } from '../../../lib/display/status-badge.tsx'
import { Timestamp } from '../../../lib/display/timestamp.tsx'
import { wholeKsh } from '../../../lib/forms/cents.ts'
import { isCashReceived } from '../cash-received.ts'
import styles from './sheet.module.css'
import { SheetSection } from './sheet-section.tsx'

const copy = ordersCopy.sheet

/** Every attempt to pay the order through a gateway. */
export function OrderAttempts({
  order,
  payments,
}: {
  order: AdminOrder
  payments: readonly Omit<PaymentRecord, 'gatewayResponse'>[]
}) {
  const none = isCashReceived(order) ? copy.cashOnDelivery : copy.noPayments
  return (
    <SheetSection title={copy.payments}>
      {payments.length === 0 && <p className={styles.quiet}>{none}</p>}
      <ul className={styles.entries}>
        {payments.map((payment) => (
          <li key={payment.id} className={styles.entry}>
            <p className={styles.line}>
              <span className={styles.strong}>
                {ordersCopy.methods[payment.paymentMethod]} {wholeKsh(payment.amount)}
              </span>
              <StatusBadge status={payment.status} />
            </p>
            <p className={styles.quiet}>
              <Timestamp at={payment.createdAt} />
            </p>
            {payment.refundedAmount !== null && payment.refundedAmount > 0 && (
              <p>{paymentsCopy.partRefunded(wholeKsh(payment.refundedAmount))}</p>
            )}
            {payment.receipt_number && (
              <p className={styles.copied}>
                {payment.receipt_number}
                <CopyText text={payment.receipt_number} label={ordersCopy.copyReceipt(payment.orderNumber)} />
              </p>
            )}
            {payment.failureReason && (
              <p>
                {copy.failure}: {payment.failureReason}
              </p>
            )}
          </li>
        ))}
      </ul>
    </SheetSection>
  )
}
