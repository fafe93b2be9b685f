import type { TransactionSuggestion } from '@marashi/domain/contracts/admin-transactions'
import { clocksApartMs } from '@marashi/domain/rules/money-before-order'
import { Button } from '@marashi/ui/button'
import { Check } from 'lucide-react'
import { cashUpCopy } from '../../../copy/cash-up.ts'
import styles from '../money-card.module.css'
import { OrderLink } from '../order-link.tsx'

const copy = cashUpCopy.unmatched
const MINUTE_MS = 60_000

/** An order that the money may belong to, why, what speaks against it, and the tap that assigns it. */
export function Suggestion({
  suggestion: { orderId, orderNumber, customerName, reasons, minutesAfter },
  isBusy,
  isFilled,
  label,
  onAssign,
}: {
  suggestion: TransactionSuggestion
  isBusy: boolean
  isFilled: boolean
  label: string
  onAssign: () => void
}) {
  return (
    <div className={styles.fit}>
      <p>
        <span className={styles.muted}>{copy.fits}</span> <OrderLink orderId={orderId} orderNumber={orderNumber} />{' '}
        {customerName}
      </p>
      <ul className={styles.reasons}>
        {reasons.map((reason) => (
          <li key={reason}>
            <Check size={14} strokeWidth={3} aria-hidden="true" />
            {copy.reasons[reason](minutesAfter)}
          </li>
        ))}
      </ul>
      {-minutesAfter * MINUTE_MS > clocksApartMs && <p>{copy.beforeOrder(-minutesAfter)}</p>}
      <Button
        variant={isFilled ? 'primary' : 'outline'}
        size="large"
        isWide
        isBusy={isBusy}
        aria-label={label}
        onClick={onAssign}
      >
        {isBusy ? copy.assigning : copy.assign(orderNumber)}
      </Button>
    </div>
  )
}
