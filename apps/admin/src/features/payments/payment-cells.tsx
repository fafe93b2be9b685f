import { TriangleAlert } from 'lucide-react'
import { paymentsCopy } from '../../copy/payments.ts'
import { CopyText } from '../../lib/display/copy-text.tsx'
import { StatusBadge } from '../../lib/display/status-badge.tsx'
import { wholeKsh } from '../../lib/forms/cents.ts'
import styles from './payment-cells.module.css'
import type { ListedPayment } from './use-payment-list.ts'

/** The order number, which opens the details of the payment. */
export function OrderCell({ orderNumber, onOpen }: { orderNumber: string; onOpen: () => void }) {
  return (
    <button type="button" className={styles.order} aria-label={paymentsCopy.detailsOf(orderNumber)} onClick={onOpen}>
      {orderNumber}
    </button>
  )
}

/** The status, how much of a paid one went back, and a warning where the payment has a flag. */
export function StatusCell({ status, refundedAmount, attention }: ListedPayment) {
  return (
    <span className={styles.status}>
      <StatusBadge status={status} />
      {status === 'completed' && refundedAmount !== null && refundedAmount > 0 && (
        <span className={styles.refunded}>{paymentsCopy.partRefunded(wholeKsh(refundedAmount))}</span>
      )}
      {attention && (
        <span className={styles.flag}>
          <TriangleAlert size={14} aria-hidden="true" />
          {paymentsCopy.needsEye}
        </span>
      )}
    </span>
  )
}

/** The receipt number, shortened, with a button that copies all of it. */
export function TransactionCell({ receipt_number, orderNumber }: ListedPayment) {
  if (!receipt_number) return paymentsCopy.nothing
  return (
    <span className={styles.transaction}>
      <span className={styles.cut} title={receipt_number}>
        {receipt_number}
      </span>
      <CopyText text={receipt_number} label={paymentsCopy.copyTransaction(orderNumber)} />
    </span>
  )
}
