import type { OrderHistory } from '@marashi/domain/contracts/admin-orders'
import { ordersCopy } from '../../../copy/orders.ts'
import { notedWords } from '../../../copy/payment-history.ts'
import { GatewayJson } from '../../../lib/display/gateway-json.tsx'
import { Timestamp } from '../../../lib/display/timestamp.tsx'
import styles from './sheet.module.css'
import { SheetSection } from './sheet-section.tsx'

const copy = ordersCopy.sheet

/** The webhook events of the gateways as they came, collapsed. */
export function OrderMessages({ messages }: { messages: OrderHistory['messages'] }) {
  if (messages.length === 0) return null
  return (
    <SheetSection title={copy.messages}>
      <ul className={styles.entries}>
        {messages.map((message) => (
          <li key={message.id} className={styles.entry}>
            <GatewayJson
              summary={
                <>
                  {ordersCopy.methods[message.gateway]} <Timestamp at={message.receivedAt} />{' '}
                  <span className={styles.quiet}>{outcomeOf(message)}</span>
                </>
              }
              body={message.body ?? copy.forgotten}
            />
          </li>
        ))}
      </ul>
    </SheetSection>
  )
}

function outcomeOf({ outcome, processedAt }: OrderHistory['messages'][number]): string {
  if (outcome !== null) return notedWords(outcome)
  return processedAt ? '' : copy.waiting
}
