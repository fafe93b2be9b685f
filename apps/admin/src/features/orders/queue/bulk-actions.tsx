import type { AdminOrder } from '@marashi/domain/contracts/admin-orders'
import { Button, buttonClass } from '@marashi/ui/button'
import { Link } from '@tanstack/react-router'
import { Printer } from 'lucide-react'
import { ordersCopy } from '../../../copy/orders.ts'
import { slipsCopy } from '../../../copy/slips.ts'
import { CsvLink } from '../../../lib/lists/csv-link.tsx'
import { canBeCancelledTogether } from '../actions/cancelled-together.ts'
import styles from './bulk-bar.module.css'
import { nextStepOf } from './next-step.ts'
import { useBulkStep } from './use-bulk-step.ts'
import type { SelectableOrders } from './use-selection.ts'

const copy = ordersCopy.queue
const steps = ['processing', 'shipped', 'delivered'] as const

/**
 * What can be done with several orders at once: each button is for those of them that it fits. `onMoved` hears which have moved;
 * those that were refused, or not answered, are to be tried again.
 */
export function BulkActions({
  orders,
  onMoved,
  onCancel,
}: { orders: readonly AdminOrder[]; onMoved: (ids: readonly string[]) => void } & Pick<SelectableOrders, 'onCancel'>) {
  const { isBusy, advance } = useBulkStep()
  const ids = orders.map(({ id }) => id).join(',')
  const waiting = (status: (typeof steps)[number]) =>
    orders.filter((order) => {
      const step = nextStepOf(order)
      return step?.kind === 'advance' && step.to === status
    })
  return (
    <>
      {steps.map((status) => {
        const ready = waiting(status)
        if (ready.length === 0) return null
        return (
          <Button
            key={status}
            variant="outline"
            className={styles.step ?? ''}
            isBusy={isBusy}
            onClick={() => void advance(ready, status).then(onMoved)}
          >
            {copy.stepMany(copy.steps[status], ready.length)}
          </Button>
        )
      })}
      {orders.some(canBeCancelledTogether) && (
        <Button variant="outline" className={styles.plain ?? ''} isBusy={isBusy} onClick={() => onCancel(orders)}>
          {copy.cancelMany}
        </Button>
      )}
      <Link to="/slips" search={{ orders: ids }} className={buttonClass({ variant: 'outline' }, styles.plain)}>
        <Printer size={18} aria-hidden="true" />
        <span className={styles.word}>{slipsCopy.many}</span>
      </Link>
      <CsvLink list="orders" filters={{ orders: ids }} label={copy.exportMany} className={styles.plain} />
    </>
  )
}
