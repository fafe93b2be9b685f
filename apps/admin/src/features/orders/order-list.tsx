import { trpc } from '@marashi/api-client/trpc'
import type { AdminOrder } from '@marashi/domain/contracts/admin-orders'
import { ConfirmDialog } from '@marashi/ui/confirm-dialog'
import { useState } from 'react'
import { commonCopy } from '../../copy/common.ts'
import { ordersCopy } from '../../copy/orders.ts'
import { CardSkeletons } from '../../lib/lists/card-skeletons.tsx'
import { EmptyState } from '../../lib/lists/empty-state.tsx'
import { awaitsRows } from '../../lib/lists/last-page.ts'
import { RecordList } from '../../lib/lists/record-list.tsx'
import { notifySuccess } from '../../lib/notify/notify.ts'
import { useNotifyFailure } from '../../lib/notify/use-notify-failure.ts'
import { OrderCard } from './order-card.tsx'
import type { useOrderList } from './use-order-list.ts'

/** The cards of one page of orders, and the question before one is deleted. */
export function OrderList({ list, isNarrowed }: { list: ReturnType<typeof useOrderList>; isNarrowed: boolean }) {
  const [leaving, setLeaving] = useState<AdminOrder>()
  const utils = trpc.useUtils()
  const notifyFailure = useNotifyFailure()
  const remove = trpc.admin.orders.remove.useMutation({
    onSuccess: async () => {
      await utils.admin.orders.list.invalidate()
      notifySuccess(ordersCopy.deleted)
    },
    onError: (error) => notifyFailure(error, ordersCopy.failedDelete),
    onSettled: () => setLeaving(undefined),
  })

  const { data, isPlaceholderData } = list
  if (!data || awaitsRows({ rows: data.orders, total: data.total, isPlaceholderData })) {
    return <CardSkeletons count={4} />
  }
  if (data.orders.length === 0) {
    return <EmptyState title={ordersCopy.none} hint={isNarrowed ? ordersCopy.noneHint : ordersCopy.noneYet} />
  }
  return (
    <>
      <RecordList label={ordersCopy.list} isDimmed={isPlaceholderData}>
        {data.orders.map((order) => (
          <li key={order.id}>
            <OrderCard order={order} onDelete={() => setLeaving(order)} />
          </li>
        ))}
      </RecordList>
      <ConfirmDialog
        isOpen={leaving !== undefined}
        onClose={() => setLeaving(undefined)}
        onConfirm={() => leaving && remove.mutate({ id: leaving.id })}
        isBusy={remove.isPending}
        title={leaving && ordersCopy.deleteTitle(leaving.orderNumber)}
        description={leaving && ordersCopy.deleteText(leaving.customerName)}
        confirmLabel={remove.isPending ? commonCopy.deleting : commonCopy.delete}
      />
    </>
  )
}
