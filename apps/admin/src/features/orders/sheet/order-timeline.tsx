import type { OrderHistory } from '@marashi/domain/contracts/admin-orders'
import { ordersCopy } from '../../../copy/orders.ts'
import { StatusBadge } from '../../../lib/display/status-badge.tsx'
import { Timestamp } from '../../../lib/display/timestamp.tsx'
import styles from './sheet.module.css'
import { SheetSection } from './sheet-section.tsx'

const copy = ordersCopy.sheet

/** When the order was placed and came to each status, newest first. */
export function OrderTimeline({ placedAt, changes }: { placedAt: string; changes: OrderHistory['changes'] }) {
  return (
    <SheetSection title={ordersCopy.history}>
      <ol className={styles.entries}>
        {[...changes].reverse().map((change, index) => (
          <li key={index} className={styles.line}>
            <StatusBadge status={change.status} />
            <span className={styles.quiet}>
              <Timestamp at={change.at} />
            </span>
          </li>
        ))}
        <li className={styles.line}>
          <span>{copy.wasPlaced}</span>
          <span className={styles.quiet}>
            <Timestamp at={placedAt} />
          </span>
        </li>
      </ol>
    </SheetSection>
  )
}
