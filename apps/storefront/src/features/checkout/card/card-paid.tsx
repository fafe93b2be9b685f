import { trpc } from '@marashi/api-client/trpc'
import { cardCopy } from '../../../copy/card.ts'
import styles from '../payment-panel.module.css'
import { PaymentPanel } from '../payment-panel.tsx'
import type { PendingPayment } from '../pending/pending-payment.ts'
import { statusQuery } from '../pending/status-query.ts'

/** The card has paid. A receipt is promised only where the shop says that it sends one. */
export function CardPaid({
  order: { orderId, orderNumber },
}: {
  order: Pick<PendingPayment, 'orderId' | 'orderNumber'>
}) {
  // What was asked before the payment knows of no receipt.
  const { data: status } = trpc.orders.paymentStatus.useQuery({ id: orderId }, statusQuery)
  return (
    <PaymentPanel title={cardCopy.paid} help={cardCopy.help}>
      <div className={styles.content} role="status">
        <p className={styles.good}>{cardCopy.thanks(orderNumber)}</p>
        {status?.isReceiptOnItsWay && <p>{cardCopy.receiptText}</p>}
      </div>
    </PaymentPanel>
  )
}
