import type { AdminOrder } from '@marashi/domain/contracts/admin-orders'
import { Button, buttonClass } from '@marashi/ui/button'
import { Link } from '@tanstack/react-router'
import { ListChecks, Printer } from 'lucide-react'
import { useState } from 'react'
import { ordersCopy } from '../../../copy/orders.ts'
import { slipsCopy } from '../../../copy/slips.ts'
import { useKeptFocus } from '../../../lib/lists/use-kept-focus.ts'
import { useSteadyTaps } from '../../../lib/lists/use-steady-taps.ts'
import { BulkBar } from './bulk-bar.tsx'
import { OrderRow } from './order-row.tsx'
import styles from './order-rows.module.css'
import { SelectBox } from './select-box.tsx'
import { SelectableRow } from './selectable-row.tsx'
import { useBarFocus } from './use-bar-focus.ts'
import type { SelectableOrders } from './use-selection.ts'

const copy = ordersCopy.queue

/** The orders of a page on a phone. A tap opens one, or selects it once the button below the rows was pressed. */
export function OrderRows({ orders, selection, isDimmed, onCancel }: SelectableOrders) {
  const [isSelecting, setIsSelecting] = useState(false)
  const { all, bar } = useBarFocus()
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
            {isSelecting ? (
              <SelectableRow
                order={order}
                isSelected={selection.has(order.id)}
                onSelect={() => selection.toggle(order.id)}
              />
            ) : (
              <OrderRow order={order} />
            )}
          </li>
        ))}
      </ul>
      {isSelecting ? (
        <BulkBar selection={selection} onCancel={onCancel} focus={bar}>
          <SelectBox ref={all} label={copy.selectAll} isSelected={selection.isAll} onSelect={selection.toggleAll} />
        </BulkBar>
      ) : (
        <PrintSlips orders={orders.filter(isToBeSent)} />
      )}
      {(isSelecting || orders.length > 1) && (
        <Button
          variant="outline"
          isWide
          className={styles.below ?? ''}
          onClick={() => {
            selection.clear()
            setIsSelecting(!isSelecting)
          }}
        >
          <ListChecks size={18} aria-hidden="true" />
          {isSelecting ? copy.stopSelecting : copy.startSelecting}
        </Button>
      )}
    </>
  )
}

/** Whether a parcel is still to leave: its money has come, or the courier brings it. See docs/behaviour.md#packing-slips. */
const isToBeSent = ({ status, paymentState }: AdminOrder): boolean =>
  (status === 'pending' || status === 'processing') && (paymentState === 'paid' || paymentState === 'on-delivery')

/** Slips of all orders on the page that are still to be sent, without selecting them. */
function PrintSlips({ orders }: { orders: readonly AdminOrder[] }) {
  if (orders.length < 2) return null
  return (
    <Link
      to="/slips"
      search={{ orders: orders.map(({ id }) => id).join(',') }}
      className={buttonClass({ variant: 'outline', isWide: true }, styles.below)}
    >
      <Printer size={18} aria-hidden="true" />
      {slipsCopy.ofThese(orders.length)}
    </Link>
  )
}
