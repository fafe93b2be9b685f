import type { AdminOrder } from '@marashi/domain/contracts/admin-orders'
import { Select } from '@marashi/ui/field'
import { ordersCopy } from '../../copy/orders.ts'
import { statusCopy } from '../../copy/statuses.ts'
import { settableStatuses } from './settable-statuses.ts'
import styles from './status-select.module.css'
import type { StatusChange } from './use-status-change.ts'

/** Changes the status of an order. A cancelled order shows `cancelled`, but nobody can choose it (docs/behaviour.md#order-status). */
export function StatusSelect({
  order,
  change: { shown, isChanging, change },
}: {
  order: AdminOrder
  change: StatusChange
}) {
  return (
    <div className={styles.status}>
      <Select
        aria-label={ordersCopy.statusOf(order.orderNumber)}
        aria-busy={isChanging}
        value={shown}
        onChange={(event) => {
          const status = settableStatuses.find((each) => each === event.target.value)
          if (status) void change(status)
        }}
      >
        {settableStatuses.map((status) => (
          <option key={status} value={status}>
            {statusCopy[status]}
          </option>
        ))}
        {shown === 'cancelled' && (
          <option value="cancelled" disabled>
            {statusCopy.cancelled}
          </option>
        )}
      </Select>
    </div>
  )
}
