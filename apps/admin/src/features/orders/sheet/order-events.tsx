import type { OrderHistory } from '@marashi/domain/contracts/admin-orders'
import type { PaymentRecord } from '@marashi/domain/contracts/admin-payments'
import { ordersCopy } from '../../../copy/orders.ts'
import { notedWords, sourceWords } from '../../../copy/payment-history.ts'
import { StatusBadge } from '../../../lib/display/status-badge.tsx'
import { Timestamp } from '../../../lib/display/timestamp.tsx'
import styles from './sheet.module.css'
import { SheetSection } from './sheet-section.tsx'

const copy = ordersCopy.sheet

type PaymentEvent = OrderHistory['events'][number]
type Reasoned = Pick<PaymentRecord, 'id' | 'status' | 'failureReason'>

/** Every change of status of every payment, and its source. */
export function OrderEvents({ events, payments }: { events: OrderHistory['events']; payments: readonly Reasoned[] }) {
  if (events.length === 0) return null
  return (
    <SheetSection title={copy.events}>
      <ol className={styles.entries}>
        {events.map((event, index) => (
          <li key={index} className={styles.entry}>
            <p className={styles.line}>
              <StatusBadge status={event.toStatus} />
              <span className={styles.quiet}>{sourceWords(event.source)}</span>
            </p>
            <p className={styles.quiet}>
              <Timestamp at={event.at} />
            </p>
            <Note event={event} reason={reasonOf(event, payments)} />
          </li>
        ))}
      </ol>
    </SheetSection>
  )
}

/** A gateway's own sentence may mislead the owner: it stands under the reason, and only for whom support asks for it. */
function Note({ event, reason }: { event: PaymentEvent; reason: string | null }) {
  const { note } = event
  if (!isEndByGateway(event)) return note && <p>{notedWords(note)}</p>
  return (
    <>
      {reason && <p>{reason}</p>}
      {note && <p className={styles.quiet}>{copy.gatewayWords(note)}</p>}
    </>
  )
}

const reasonOf = ({ paymentId, toStatus }: PaymentEvent, payments: readonly Reasoned[]) =>
  payments.find(({ id, status }) => id === paymentId && status === toStatus)?.failureReason ?? null

const isEndByGateway = ({ source, fromStatus, toStatus }: PaymentEvent) =>
  source !== 'administrator' && fromStatus !== toStatus && (toStatus === 'failed' || toStatus === 'cancelled')
