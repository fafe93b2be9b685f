import type { AdminOrder } from '@marashi/domain/contracts/admin-orders'
import { buttonClass } from '@marashi/ui/button'
import { Link } from '@tanstack/react-router'
import { Printer } from 'lucide-react'
import { slipsCopy } from '../../../copy/slips.ts'
import { nextStepOf } from '../queue/next-step.ts'
import { NextStepAction } from '../queue/next-step-action.tsx'
import type { StatusChange } from '../use-status-change.ts'
import styles from './sheet-foot.module.css'

/** What is done next with the open order; it stays in reach while the order is read. */
export function SheetFoot({ order, change }: { order: AdminOrder; change: StatusChange }) {
  const hasStep = nextStepOf({ ...order, status: change.shown }) !== undefined
  return (
    <div className={styles.foot}>
      <Link
        to="/slips"
        search={{ orders: order.id }}
        aria-label={slipsCopy.slipFor(order.orderNumber)}
        className={buttonClass({ variant: 'outline' }, styles.slip)}
      >
        <Printer size={18} aria-hidden="true" />
        {slipsCopy.slip}
      </Link>
      {hasStep && <NextStepAction order={order} change={change} isMain />}
    </div>
  )
}
