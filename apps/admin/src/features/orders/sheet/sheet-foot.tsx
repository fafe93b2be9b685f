import type { AdminOrder } from '@marashi/domain/contracts/admin-orders'
import { nextStepOf } from '../queue/next-step.ts'
import { NextStepAction } from '../queue/next-step-action.tsx'
import { useStatusChange } from '../use-status-change.ts'
import styles from './sheet-foot.module.css'

/** What is done next with the open order; it stays in reach while the order is read. */
export function SheetFoot({ order }: { order: AdminOrder }) {
  const change = useStatusChange(order)
  if (!nextStepOf({ ...order, status: change.shown })) return null
  return (
    <div className={styles.foot}>
      <NextStepAction order={order} change={change} isMain />
    </div>
  )
}
