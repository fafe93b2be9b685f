import type { AdminOrder } from '@marashi/domain/contracts/admin-orders'
import { formatKshWithCents } from '@marashi/domain/rules/money'
import { Button } from '@marashi/ui/button'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { ordersCopy } from '../../../copy/orders.ts'
import { BulkActions } from './bulk-actions.tsx'
import styles from './bulk-bar.module.css'
import type { useBarFocus } from './use-bar-focus.ts'
import type { SelectableOrders } from './use-selection.ts'

const copy = ordersCopy.queue

/** How many orders are selected, and what can be done with them. A phone has a box for all of them in `children`. */
export function BulkBar({
  selection: { selected, remove, clear },
  onCancel,
  focus,
  children,
}: Pick<SelectableOrders, 'selection' | 'onCancel'> & {
  focus: ReturnType<typeof useBarFocus>['bar']
  children?: ReactNode
}) {
  return (
    <div role="toolbar" aria-label={copy.bulk} className={styles.bar} {...focus}>
      {children}
      <p role="status" className={styles.count}>
        {selected.length === 0 ? copy.noneSelected : <Count orders={selected} />}
      </p>
      {selected.length > 0 && <BulkActions orders={selected} onMoved={remove} onCancel={onCancel} />}
      {!children && (
        <Button variant="outline" isIcon aria-label={copy.clear} className={styles.plain ?? ''} onClick={clear}>
          <X size={18} aria-hidden="true" />
        </Button>
      )}
    </div>
  )
}

function Count({ orders }: { orders: readonly AdminOrder[] }) {
  const sum = orders.reduce((before, { total }) => before + total, 0)
  return (
    <>
      <b>{copy.selected(orders.length)}</b> {formatKshWithCents(sum)}
    </>
  )
}
