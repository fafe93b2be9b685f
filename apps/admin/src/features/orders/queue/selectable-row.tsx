import type { AdminOrder } from '@marashi/domain/contracts/admin-orders'
import { ordersCopy } from '../../../copy/orders.ts'
import { OrderFacts } from './order-facts.tsx'
import styles from './order-row.module.css'
import { SelectBox } from './select-box.tsx'

/** The row of a phone while orders are selected: a tap anywhere selects it, and nothing else. */
export function SelectableRow({
  order,
  isSelected,
  onSelect,
}: {
  order: AdminOrder
  isSelected: boolean
  onSelect: () => void
}) {
  const id = `select-${order.id}`
  return (
    <article
      aria-labelledby={`order-${order.id}`}
      className={`${styles.row} ${styles.selectable} ${isSelected ? styles.selected : ''}`}
    >
      <span className={styles.box}>
        <SelectBox
          id={id}
          label={ordersCopy.queue.select(order.orderNumber)}
          isSelected={isSelected}
          onSelect={onSelect}
        />
      </span>
      <label htmlFor={id} className={styles.open}>
        <OrderFacts order={order} />
      </label>
    </article>
  )
}
