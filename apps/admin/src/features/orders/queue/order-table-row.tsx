import type { AdminOrder } from '@marashi/domain/contracts/admin-orders'
import { formatKshWithCents } from '@marashi/domain/rules/money'
import { ordersCopy } from '../../../copy/orders.ts'
import { Age } from '../../../lib/display/age.tsx'
import { StatusSelect } from '../status-select.tsx'
import { useStatusChange } from '../use-status-change.ts'
import { NextStepAction } from './next-step-action.tsx'
import { pieces } from './order-facts.tsx'
import { OrderLink } from './order-link.tsx'
import styles from './order-table.module.css'
import { PaymentChip } from './payment-chip.tsx'
import { SelectBox } from './select-box.tsx'

/** One order of the table. A press anywhere opens it, except on what the row offers itself. */
export function OrderTableRow({
  order,
  isSelected,
  onSelect,
}: {
  order: AdminOrder
  isSelected: boolean
  onSelect: () => void
}) {
  const change = useStatusChange(order)
  return (
    <tr className={`${styles.row} ${isSelected ? styles.selected : ''}`}>
      <td className={styles.pick}>
        <SelectBox label={ordersCopy.queue.select(order.orderNumber)} isSelected={isSelected} onSelect={onSelect} />
      </td>
      <th scope="row">
        <OrderLink id={order.id} className={styles.open}>
          {order.orderNumber}
        </OrderLink>
        <span className={styles.quiet}>
          <Age at={order.createdAt} />
        </span>
      </th>
      <td>
        <span className={styles.strong}>{order.customerName}</span>
        <span className={styles.quiet}>{order.placeName}</span>
      </td>
      <td className={styles.end}>{pieces(order)}</td>
      <td>
        <PaymentChip order={order} />
      </td>
      <td className={styles.above}>
        <StatusSelect order={order} change={change} />
      </td>
      <td className={`${styles.end} ${styles.total}`}>{formatKshWithCents(order.total)}</td>
      <td className={styles.above}>
        <NextStepAction order={order} change={change} />
      </td>
    </tr>
  )
}
