import type { AdminOrder } from '@marashi/domain/contracts/admin-orders'
import { formatKshWithCents } from '@marashi/domain/rules/money'
import { Button, buttonClass } from '@marashi/ui/button'
import { Link } from '@tanstack/react-router'
import { Printer, X } from 'lucide-react'
import { ordersCopy } from '../../../copy/orders.ts'
import { slipsCopy } from '../../../copy/slips.ts'
import { CsvLink } from '../../../lib/lists/csv-link.tsx'
import styles from './bulk-bar.module.css'
import { nextStepOf } from './next-step.ts'
import { useBulkStep } from './use-bulk-step.ts'

const copy = ordersCopy.queue
const steps = ['processing', 'shipped', 'delivered'] as const

/** What can be done with all selected orders at once: each button moves those whose next step it is. */
export function BulkBar({ orders, onClear }: { orders: readonly AdminOrder[]; onClear: () => void }) {
  const { isBusy, advance } = useBulkStep()
  const waiting = (status: (typeof steps)[number]) =>
    orders.filter((order) => {
      const step = nextStepOf(order)
      return step?.kind === 'advance' && step.to === status
    })
  return (
    <div role="toolbar" aria-label={copy.bulk} className={styles.bar}>
      <p role="status" className={styles.count}>
        <b>{copy.selected(orders.length)}</b> {formatKshWithCents(orders.reduce((sum, { total }) => sum + total, 0))}
      </p>
      {steps.map((status) => {
        const ready = waiting(status)
        if (ready.length === 0) return null
        return (
          <Button
            key={status}
            variant="outline"
            className={styles.step ?? ''}
            isBusy={isBusy}
            onClick={() => void advance(ready, status).then(onClear)}
          >
            {copy.stepMany(copy.steps[status], ready.length)}
          </Button>
        )
      })}
      <Link
        to="/slips"
        search={{ orders: orders.map(({ id }) => id).join(',') }}
        className={buttonClass({ variant: 'outline' }, styles.plain)}
      >
        <Printer size={18} aria-hidden="true" />
        {slipsCopy.many}
      </Link>
      <CsvLink
        list="orders"
        filters={{ orders: orders.map(({ id }) => id).join(',') }}
        label={copy.exportMany}
        className={styles.plain}
      />
      <Button variant="outline" isIcon aria-label={copy.clear} className={styles.plain ?? ''} onClick={onClear}>
        <X size={18} aria-hidden="true" />
      </Button>
    </div>
  )
}
