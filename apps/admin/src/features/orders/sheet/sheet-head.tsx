import type { AdminOrder } from '@marashi/domain/contracts/admin-orders'
import { buttonClass } from '@marashi/ui/button'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { ordersCopy } from '../../../copy/orders.ts'
import { OrderLink } from '../queue/order-link.tsx'
import { PaymentChip } from '../queue/payment-chip.tsx'
import { StatusSelect } from '../status-select.tsx'
import type { StatusChange } from '../use-status-change.ts'
import styles from './sheet-head.module.css'

const copy = ordersCopy.sheet

/** The ids of the orders beside the open one. */
export type Neighbours = { before: string | undefined; after: string | undefined }

/** The state of an order, and the way to the ones beside it. */
export function SheetHead({
  order,
  change,
  neighbours: { before, after },
}: {
  order: AdminOrder
  change: StatusChange
  neighbours: Neighbours
}) {
  return (
    <div className={styles.head}>
      <div className={styles.status}>
        <StatusSelect order={order} change={change} />
      </div>
      <p className={styles.money}>
        <PaymentChip order={order} /> <span>{ordersCopy.methods[order.paymentMethod]}</span>
      </p>
      <nav aria-label={copy.neighbours} className={styles.turns}>
        {before && (
          <OrderLink id={before} isReplacing aria-label={copy.before} className={look}>
            <ChevronLeft size={20} aria-hidden="true" />
          </OrderLink>
        )}
        {after && (
          <OrderLink id={after} isReplacing aria-label={copy.after} className={look}>
            <ChevronRight size={20} aria-hidden="true" />
          </OrderLink>
        )}
      </nav>
    </div>
  )
}

const look = buttonClass({ variant: 'ghost', isIcon: true })
