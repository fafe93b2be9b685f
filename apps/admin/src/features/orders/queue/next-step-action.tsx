import type { AdminOrder } from '@marashi/domain/contracts/admin-orders'
import { Button, buttonClass } from '@marashi/ui/button'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { ordersCopy } from '../../../copy/orders.ts'
import { whatsappOf } from '../status-messages.ts'
import type { StatusChange } from '../use-status-change.ts'
import { nextStepOf } from './next-step.ts'
import styles from './next-step-action.module.css'

/** A second tap within this time belongs to the first one, although the button already names the step after it. */
const ONE_TAP_MS = 600
const copy = ordersCopy.queue

/** The one thing to do next for an order; a line where nothing is left. */
export function NextStepAction({
  order,
  change,
  isMain = false,
}: {
  order: AdminOrder
  change: StatusChange
  /** The one filled button of an open order. */
  isMain?: boolean
}) {
  const tapped = useRef<{ to: string; at: number }>(undefined)
  const step = nextStepOf({ ...order, status: change.shown })
  const look = isMain ? ({ variant: 'primary' } as const) : ({ variant: 'outline', size: 'small' } as const)
  const shape = isMain ? '' : styles.step
  const { orderNumber } = order
  if (!step) return <span className={styles.none}>–</span>
  if (step.kind === 'remind') {
    return (
      <a
        href={whatsappOf(order)}
        target="_blank"
        rel="noreferrer"
        aria-label={copy.remindOf(orderNumber)}
        className={buttonClass(look, shape)}
      >
        {copy.remind}
      </a>
    )
  }
  if (step.kind === 'check') {
    const link = { 'aria-label': copy.checkOf(orderNumber), className: buttonClass(look, shape), children: copy.check }
    // A typed receipt is decided where the money is compared.
    return order.needsCheck ? (
      <Link to="/payments" search={{ search: orderNumber }} {...link} />
    ) : (
      <Link to="/cash-up" {...link} />
    )
  }
  return (
    <Button
      {...look}
      className={shape ?? ''}
      isBusy={change.isChanging}
      aria-label={copy.stepOf(copy.steps[step.to], orderNumber)}
      onClick={({ timeStamp }) => {
        const { current: last } = tapped
        if (last && last.to !== step.to && timeStamp - last.at < ONE_TAP_MS) return
        tapped.current = { to: step.to, at: timeStamp }
        void change.change(step.to)
      }}
    >
      {copy.steps[step.to]}
    </Button>
  )
}
