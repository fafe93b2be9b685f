import type { AdminOrder } from '@marashi/domain/contracts/admin-orders'
import { useState } from 'react'
import { ordersCopy } from '../../../copy/orders.ts'
import { useIsWide } from '../../../lib/display/use-is-wide.ts'
import { CardSkeletons } from '../../../lib/lists/card-skeletons.tsx'
import { EmptyState } from '../../../lib/lists/empty-state.tsx'
import { awaitsRows } from '../../../lib/lists/last-page.ts'
import { CancelManyDialog } from '../actions/cancel-many-dialog.tsx'
import type { useOrderList } from '../use-order-list.ts'
import { OrderRows } from './order-rows.tsx'
import { OrderTable } from './order-table.tsx'
import { type SelectableOrders, useSelection } from './use-selection.ts'

type List = ReturnType<typeof useOrderList>

/**
 * One page of orders, and the dialog that cancels several of them: it stays where it is when they leave the page, as they do
 * while they are cancelled.
 */
export function OrderQueue({ list, isNarrowed }: { list: List; isNarrowed: boolean }) {
  const selection = useSelection(list.data?.orders ?? [])
  const [cancelling, setCancelling] = useState<readonly AdminOrder[]>()
  return (
    <>
      <Orders list={list} isNarrowed={isNarrowed} selection={selection} onCancel={setCancelling} />
      {cancelling && (
        <CancelManyDialog orders={cancelling} onClose={() => setCancelling(undefined)} onCancelled={selection.remove} />
      )}
    </>
  )
}

/** Rows on a phone, a table on a wide screen. */
function Orders({
  list,
  isNarrowed,
  ...rest
}: { list: List; isNarrowed: boolean } & Pick<SelectableOrders, 'selection' | 'onCancel'>) {
  const isWide = useIsWide()
  const { data, isPlaceholderData } = list
  if (!data || awaitsRows({ rows: data.orders, total: data.total, isPlaceholderData })) {
    return <CardSkeletons count={4} />
  }
  if (data.orders.length === 0) {
    return <EmptyState title={ordersCopy.none} hint={isNarrowed ? ordersCopy.noneHint : ordersCopy.noneYet} />
  }
  const Page = isWide ? OrderTable : OrderRows
  return <Page {...rest} orders={data.orders} isDimmed={isPlaceholderData} />
}
