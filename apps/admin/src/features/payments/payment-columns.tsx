import { Button } from '@marashi/ui/button'
import type { Column } from '@marashi/ui/data-table'
import { Pencil, Trash2, TriangleAlert } from 'lucide-react'
import { paymentsCopy } from '../../copy/payments.ts'
import { CopyText } from '../../lib/display/copy-text.tsx'
import { StatusBadge } from '../../lib/display/status-badge.tsx'
import { Timestamp } from '../../lib/display/timestamp.tsx'
import { wholeKsh } from '../../lib/forms/cents.ts'
import styles from './payment-columns.module.css'
import type { ListedPayment } from './use-payment-list.ts'

type Actions = Record<'onOpen' | 'onEdit' | 'onDelete', (payment: ListedPayment) => void>

const { columns } = paymentsCopy

/** The columns of the list. The order number opens the details of the payment. */
export const paymentColumns = ({ onOpen, onEdit, onDelete }: Actions): Column<ListedPayment>[] => [
  {
    key: 'order',
    header: columns.order,
    cell: (payment) => (
      <button
        type="button"
        className={styles.order}
        aria-label={paymentsCopy.detailsOf(payment.orderNumber)}
        onClick={() => onOpen(payment)}
      >
        {payment.orderNumber}
      </button>
    ),
  },
  {
    key: 'method',
    header: columns.method,
    cell: ({ paymentMethod }) => <span className={styles.method}>{paymentsCopy.methods[paymentMethod]}</span>,
  },
  {
    key: 'amount',
    header: columns.amount,
    isAtEnd: true,
    cell: ({ amount }) => <span className={styles.money}>{wholeKsh(amount)}</span>,
  },
  {
    key: 'status',
    header: columns.status,
    cell: ({ status, attention }) => (
      <span className={styles.status}>
        <StatusBadge status={status} />
        {attention && (
          <span className={styles.flag}>
            <TriangleAlert size={14} aria-hidden="true" />
            {paymentsCopy.needsEye}
          </span>
        )}
      </span>
    ),
  },
  {
    key: 'transaction',
    header: columns.transaction,
    cell: ({ receipt_number, orderNumber }) =>
      receipt_number ? (
        <span className={styles.transaction}>
          <span className={styles.cut} title={receipt_number}>
            {receipt_number}
          </span>
          <CopyText text={receipt_number} label={paymentsCopy.copyTransaction(orderNumber)} />
        </span>
      ) : (
        paymentsCopy.nothing
      ),
  },
  {
    key: 'fee',
    header: columns.fee,
    isAtEnd: true,
    cell: ({ processingFee }) => (processingFee === null ? paymentsCopy.nothing : wholeKsh(processingFee)),
  },
  {
    key: 'created',
    header: columns.created,
    cell: ({ createdAt }) => (
      <span className={styles.time}>
        <Timestamp at={createdAt} />
      </span>
    ),
  },
  {
    key: 'actions',
    header: columns.actions,
    isAtEnd: true,
    cell: (payment) => (
      <span className={styles.actions}>
        <Button
          variant="ghost"
          isIcon
          aria-label={paymentsCopy.editOf(payment.orderNumber)}
          onClick={() => onEdit(payment)}
        >
          <Pencil size={18} aria-hidden="true" />
        </Button>
        <Button
          variant="ghost"
          isIcon
          aria-label={paymentsCopy.deleteOf(payment.orderNumber)}
          onClick={() => onDelete(payment)}
        >
          <Trash2 size={18} aria-hidden="true" />
        </Button>
      </span>
    ),
  },
]
