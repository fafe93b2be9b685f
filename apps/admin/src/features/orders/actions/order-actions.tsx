import { trpc } from '@marashi/api-client/trpc'
import type { AdminOrder } from '@marashi/domain/contracts/admin-orders'
import type { PaymentRecord } from '@marashi/domain/contracts/admin-payments'
import { Button } from '@marashi/ui/button'
import { Ban, Trash2 } from 'lucide-react'
import { ordersCopy } from '../../../copy/orders.ts'
import { useRecordDialog } from '../../../lib/forms/use-record-dialog.ts'
import { DeleteQuestion } from '../../../lib/lists/delete-question.tsx'
import { useDeletion } from '../../../lib/lists/use-deletion.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import styles from './order-actions.module.css'

interface OrderWithPayments {
  order: AdminOrder
  payments: readonly Pick<PaymentRecord, 'id' | 'status'>[]
}

/** What ends an order: cancelling it for a reason, or taking it off every list. */
export function OrderActions({ order, payments, onDeleted }: OrderWithPayments & { onDeleted: () => void }) {
  const utils = trpc.useUtils()
  // Kept as they are now: a payment that arrives while the reason is typed must not be cancelled unseen.
  const { onEdit: cancel, dialog } = useRecordDialog<OrderWithPayments>(({ order: { id } }) =>
    utils.admin.orders.history.fetch({ id }),
  )
  const deletion = useDeletion<AdminOrder>({
    refresh: () => utils.admin.orders.list.invalidate(),
    deleted: ordersCopy.deleted,
    failed: ordersCopy.failedDelete,
  })
  const { leaving, ask, outcome } = deletion
  const remove = trpc.admin.orders.remove.useMutation({
    ...outcome,
    onSuccess: async () => {
      await outcome.onSuccess()
      onDeleted()
    },
  })
  return (
    <div className={styles.actions}>
      {order.status !== 'cancelled' && (
        <Button
          variant="ghost"
          aria-label={ordersCopy.sheet.cancelOf(order.orderNumber)}
          onClick={() => cancel({ order, payments })}
        >
          <Ban size={18} aria-hidden="true" />
          {ordersCopy.sheet.cancel}
        </Button>
      )}
      <Button
        variant="ghost"
        className={styles.danger ?? ''}
        aria-label={ordersCopy.deleteOf(order.orderNumber)}
        onClick={() => ask(order)}
      >
        <Trash2 size={18} aria-hidden="true" />
        {ordersCopy.sheet.delete}
      </Button>
      {dialog?.record && <CancelDialog {...dialog.record} onClose={dialog.onClose} onReload={dialog.onReload} />}
      <DeleteQuestion
        deletion={deletion}
        remove={remove}
        title={leaving && ordersCopy.deleteTitle(leaving.orderNumber)}
        description={leaving && ordersCopy.deleteText(leaving.customerName, leaving.paymentState === 'paid')}
      />
    </div>
  )
}
