import { trpc } from '@marashi/api-client/trpc'
import { DataTable } from '@marashi/ui/data-table'
import { useMemo, useState } from 'react'
import { paymentsCopy } from '../../copy/payments.ts'
import { DeleteQuestion } from '../../lib/lists/delete-question.tsx'
import { awaitsRows } from '../../lib/lists/last-page.ts'
import { useDeletion } from '../../lib/lists/use-deletion.ts'
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
  const utils = trpc.useUtils()
  const deletion = useDeletion<ListedPayment>({
    refresh: () => utils.admin.payments.invalidate(),
    deleted: paymentsCopy.deleted,
    failed: paymentsCopy.failedDelete,
  })
  const { leaving, ask } = deletion
  const columns = useMemo(() => paymentColumns({ onOpen: setOpened, onEdit, onDelete: ask }), [onEdit, ask])
  const remove = trpc.admin.payments.remove.useMutation(deletion.outcome)
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
      <DeleteQuestion
        deletion={deletion}
        remove={remove}
        title={paymentsCopy.deleteTitle}
        description={leaving && paymentsCopy.deleteText(leaving.orderNumber)}
      />
    </div>
  )
}
