import type { Column } from '@marashi/ui/data-table'
import { paymentsCopy } from '../../copy/payments.ts'
import { Timestamp } from '../../lib/display/timestamp.tsx'
import { wholeKsh } from '../../lib/forms/cents.ts'
import { RecordActions } from '../../lib/lists/record-actions.tsx'
import styles from './payment-cells.module.css'
import { OrderCell, StatusCell, TransactionCell } from './payment-cells.tsx'
import type { ListedPayment } from './use-payment-list.ts'

type Actions = Record<'onOpen' | 'onEdit' | 'onDelete', (payment: ListedPayment) => void>

const { columns } = paymentsCopy

/** The columns of the list of payments. */
export const paymentColumns = ({ onOpen, onEdit, onDelete }: Actions): Column<ListedPayment>[] => [
  {
    key: 'order',
    header: columns.order,
    cell: (payment) => <OrderCell orderNumber={payment.orderNumber} onOpen={() => onOpen(payment)} />,
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
  { key: 'status', header: columns.status, cell: (payment) => <StatusCell {...payment} /> },
  { key: 'transaction', header: columns.transaction, cell: (payment) => <TransactionCell {...payment} /> },
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
        <RecordActions
          editLabel={paymentsCopy.editOf(payment.orderNumber)}
          deleteLabel={paymentsCopy.deleteOf(payment.orderNumber)}
          onEdit={() => onEdit(payment)}
          onDelete={() => onDelete(payment)}
        />
      </span>
    ),
  },
]
