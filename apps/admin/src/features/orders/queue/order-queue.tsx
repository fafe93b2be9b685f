import { ordersCopy } from '../../../copy/orders.ts'
import { useIsWide } from '../../../lib/display/use-is-wide.ts'
import { CardSkeletons } from '../../../lib/lists/card-skeletons.tsx'
import { EmptyState } from '../../../lib/lists/empty-state.tsx'
import { awaitsRows } from '../../../lib/lists/last-page.ts'
import type { useOrderList } from '../use-order-list.ts'
import { OrderRows } from './order-rows.tsx'
import { OrderTable } from './order-table.tsx'
import { useSelection } from './use-selection.ts'

/** One page of orders: rows on a phone, a table on a wide screen. */
export function OrderQueue({ list, isNarrowed }: { list: ReturnType<typeof useOrderList>; isNarrowed: boolean }) {
  const isWide = useIsWide()
  const { data, isPlaceholderData } = list
  const selection = useSelection(data?.orders ?? [])
  if (!data || awaitsRows({ rows: data.orders, total: data.total, isPlaceholderData })) {
    return <CardSkeletons count={4} />
  }
  if (data.orders.length === 0) {
    return <EmptyState title={ordersCopy.none} hint={isNarrowed ? ordersCopy.noneHint : ordersCopy.noneYet} />
  }
  const Orders = isWide ? OrderTable : OrderRows
  return <Orders orders={data.orders} selection={selection} isDimmed={isPlaceholderData} />
}
