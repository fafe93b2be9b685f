import { ordersCopy } from '../../../copy/orders.ts'
import { useKeptFocus } from '../../../lib/lists/use-kept-focus.ts'
import { BulkBar } from './bulk-bar.tsx'
import styles from './order-table.module.css'
import { OrderTableRow } from './order-table-row.tsx'
import { SelectBox } from './select-box.tsx'
import { useBarFocus } from './use-bar-focus.ts'
import type { SelectableOrders } from './use-selection.ts'

const copy = ordersCopy.queue
const columns = ['order', 'customer', 'items', 'payment', 'status', 'total', 'next'] as const
/** These stand at the right edge of their column. */
const figures: ReadonlySet<string> = new Set(['items', 'total'])

/** The orders of a page on a wide screen: a table with selection, and the steps for all that are selected. */
export function OrderTable({ orders, selection, isDimmed, onCancel }: SelectableOrders) {
  const { all, bar } = useBarFocus()
  const keptFocus = useKeptFocus<HTMLTableSectionElement>()
  return (
    <div className={`${styles.frame} ${isDimmed ? styles.dimmed : ''}`} aria-busy={isDimmed}>
      {selection.selected.length > 0 && <BulkBar selection={selection} onCancel={onCancel} focus={bar} />}
      <table className={styles.table}>
        <caption className={styles.caption}>{ordersCopy.list}</caption>
        <thead>
          <tr>
            <th scope="col" className={styles.pick}>
              <SelectBox ref={all} label={copy.selectAll} isSelected={selection.isAll} onSelect={selection.toggleAll} />
            </th>
            {columns.map((column) => (
              <th key={column} scope="col" className={figures.has(column) ? styles.end : undefined}>
                {copy.columns[column]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...keptFocus}>
          {orders.map((order) => (
            <OrderTableRow
              key={order.id}
              order={order}
              isSelected={selection.has(order.id)}
              onSelect={() => selection.toggle(order.id)}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}
