import type { OrderHistory } from '@marashi/domain/contracts/admin-orders'
import { ordersCopy } from '../../../copy/orders.ts'
import { StatusBadge } from '../../../lib/display/status-badge.tsx'
import { Timestamp } from '../../../lib/display/timestamp.tsx'
import styles from './sheet.module.css'
import { SheetSection } from './sheet-section.tsx'

const copy = ordersCopy.sheet

/** Every change of status of every payment, and its source. */
export function OrderEvents({ events }: { events: OrderHistory['events'] }) {
  if (events.length === 0) return null
  return (
    <SheetSection title={copy.events}>
      <ol className={styles.entries}>
        {events.map((event, index) => (
          <li key={index} className={styles.entry}>
            <p className={styles.line}>
              <StatusBadge status={event.toStatus} />
              <span className={styles.quiet}>{copy.from(event.source)}</span>
            </p>
            <p className={styles.quiet}>
              <Timestamp at={event.at} />
            </p>
            {event.note && <p>{event.note}</p>}
          </li>
        ))}
      </ol>
    </SheetSection>
  )
}
