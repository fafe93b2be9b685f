import { trpc } from '@marashi/api-client/trpc'
import type { AdminOrder } from '@marashi/domain/contracts/admin-orders'
import { ordersCopy } from '../../copy/orders.ts'
import { CardSkeletons } from '../../lib/lists/card-skeletons.tsx'
import { DeleteQuestion } from '../../lib/lists/delete-question.tsx'
import { EmptyState } from '../../lib/lists/empty-state.tsx'
import { awaitsRows } from '../../lib/lists/last-page.ts'
import { RecordList } from '../../lib/lists/record-list.tsx'
import { useDeletion } from '../../lib/lists/use-deletion.ts'
import { OrderCard } from './order-card.tsx'
import type { useOrderList } from './use-order-list.ts'

/** The cards of one page of orders, and the question before one is deleted. */
export function OrderList({ list, isNarrowed }: { list: ReturnType<typeof useOrderList>; isNarrowed: boolean }) {
  const utils = trpc.useUtils()
  const deletion = useDeletion<AdminOrder>({
    refresh: () => utils.admin.orders.list.invalidate(),
    deleted: ordersCopy.deleted,
    failed: ordersCopy.failedDelete,
  })
  const { leaving, ask } = deletion
  const remove = trpc.admin.orders.remove.useMutation(deletion.outcome)

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
            <OrderCard order={order} onDelete={() => ask(order)} />
          </li>
        ))}
      </RecordList>
      <DeleteQuestion
        deletion={deletion}
        remove={remove}
        title={leaving && ordersCopy.deleteTitle(leaving.orderNumber)}
        description={leaving && ordersCopy.deleteText(leaving.customerName)}
      />
    </>
  )
}
