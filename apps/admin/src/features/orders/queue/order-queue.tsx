import type { AdminOrder } from '@marashi/domain/contracts/admin-orders'
import { buttonClass } from '@marashi/ui/button'
import { Link } from '@tanstack/react-router'
import { Printer } from 'lucide-react'
import { ordersCopy } from '../../../copy/orders.ts'
import { slipsCopy } from '../../../copy/slips.ts'
import { useIsWide } from '../../../lib/display/use-is-wide.ts'
import { CardSkeletons } from '../../../lib/lists/card-skeletons.tsx'
import { EmptyState } from '../../../lib/lists/empty-state.tsx'
import { awaitsRows } from '../../../lib/lists/last-page.ts'
import { useKeptFocus } from '../../../lib/lists/use-kept-focus.ts'
import { useSteadyTaps } from '../../../lib/lists/use-steady-taps.ts'
import type { useOrderList } from '../use-order-list.ts'
import styles from './order-queue.module.css'
import { OrderRow } from './order-row.tsx'
import { OrderTable } from './order-table.tsx'

/** One page of orders: rows on a phone, a table on a wide screen. */
export function OrderQueue({ list, isNarrowed }: { list: ReturnType<typeof useOrderList>; isNarrowed: boolean }) {
  const isWide = useIsWide()
  const { data, isPlaceholderData } = list
  if (!data || awaitsRows({ rows: data.orders, total: data.total, isPlaceholderData })) {
    return <CardSkeletons count={4} />
  }
  if (data.orders.length === 0) {
    return <EmptyState title={ordersCopy.none} hint={isNarrowed ? ordersCopy.noneHint : ordersCopy.noneYet} />
  }
  const Orders = isWide ? OrderTable : OrderRows
  return <Orders orders={data.orders} isDimmed={isPlaceholderData} />
}

function OrderRows({ orders, isDimmed }: { orders: readonly AdminOrder[]; isDimmed: boolean }) {
  const keptFocus = useKeptFocus()
  const steadyTaps = useSteadyTaps()
  return (
    <>
      <ul
        {...keptFocus}
        {...steadyTaps}
        aria-label={ordersCopy.list}
        aria-busy={isDimmed}
        className={`${styles.rows} ${isDimmed ? styles.dimmed : ''}`}
      >
        {orders.map((order) => (
          <li key={order.id}>
            <OrderRow order={order} />
          </li>
        ))}
      </ul>
      <PrintSlips orders={orders.filter(({ status }) => status === 'pending' || status === 'processing')} />
    </>
  )
}

/** Slips of all orders on the page that are still to be sent; a phone has no room to select some. */
function PrintSlips({ orders }: { orders: readonly AdminOrder[] }) {
  if (orders.length < 2) return null
  return (
    <Link
      to="/slips"
      search={{ orders: orders.map(({ id }) => id).join(',') }}
      className={buttonClass({ variant: 'outline', isWide: true }, styles.print)}
    >
      <Printer size={18} aria-hidden="true" />
      {slipsCopy.ofThese(orders.length)}
    </Link>
  )
}
