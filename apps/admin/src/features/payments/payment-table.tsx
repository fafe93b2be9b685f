import { trpc } from '@marashi/api-client/trpc'
import { ConfirmDialog } from '@marashi/ui/confirm-dialog'
import { DataTable } from '@marashi/ui/data-table'
import { useMemo, useState } from 'react'
import { commonCopy } from '../../copy/common.ts'
import { paymentsCopy } from '../../copy/payments.ts'
import { awaitsRows } from '../../lib/lists/last-page.ts'
import { notifySuccess } from '../../lib/notify/notify.ts'
import { useNotifyFailure } from '../../lib/notify/use-notify-failure.ts'
import { paymentColumns } from './payment-columns.tsx'
import { PaymentDrawer } from './payment-drawer.tsx'
import styles from './payment-table.module.css'
import type { ListedPayment, usePaymentList } from './use-payment-list.ts'

const skeletonRows = 10

/** One page of payments, the details of one, and the question before one is deleted. */
export function PaymentTable({
  list,
  onEdit,
}: {
  list: ReturnType<typeof usePaymentList>['list']
  onEdit: (payment: ListedPayment) => void
}) {
  const [opened, setOpened] = useState<ListedPayment>()
  const [leaving, setLeaving] = useState<ListedPayment>()
  const columns = useMemo(() => paymentColumns({ onOpen: setOpened, onEdit, onDelete: setLeaving }), [onEdit])
  const utils = trpc.useUtils()
  const notifyFailure = useNotifyFailure()
  const remove = trpc.admin.payments.remove.useMutation({
    onSuccess: async () => {
      await utils.admin.payments.invalidate()
      notifySuccess(paymentsCopy.deleted)
    },
    onError: (error) => notifyFailure(error, paymentsCopy.failedDelete),
    onSettled: () => setLeaving(undefined),
  })
  const { data, isPlaceholderData } = list
  const rows = data?.payments ?? []
  const isAwaited = !data || awaitsRows({ rows, total: data.total, isPlaceholderData })
  // A payment that left this page of the list stays open as it was read.
  const shown = opened && (rows.find(({ id }) => id === opened.id) ?? opened)
  return (
    <div className={styles.frame}>
      <DataTable
        caption={paymentsCopy.caption}
        columns={columns}
        rows={rows}
        rowKey={(payment) => payment.id}
        emptyText={paymentsCopy.none}
        skeletonRows={isAwaited ? skeletonRows : 0}
        isDimmed={isPlaceholderData}
      />
      {shown && <PaymentDrawer payment={shown} onClose={() => setOpened(undefined)} />}
      <ConfirmDialog
        isOpen={leaving !== undefined}
        onClose={() => setLeaving(undefined)}
        onConfirm={() => leaving && remove.mutate({ id: leaving.id })}
        isBusy={remove.isPending}
        title={paymentsCopy.deleteTitle}
        description={leaving && paymentsCopy.deleteText(leaving.orderNumber)}
        confirmLabel={remove.isPending ? commonCopy.deleting : commonCopy.delete}
      />
    </div>
  )
}
