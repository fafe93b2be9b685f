import { trpc } from '@marashi/api-client/trpc'
import { formatKsh } from '@marashi/domain/rules/money'
import { useEffect } from 'react'
import { pendingPaymentCopy as copy } from '../../../copy/pending-payment.ts'
import { LinkButton } from '../../../lib/link-button.tsx'
import styles from '../cart-notice.module.css'
import { CartNotice } from '../cart-notice.tsx'
import { clearConcludedOrder, type PendingPayment, useConcludedOrder, usePendingPayment } from './pending-payment.ts'
import { statusQuery } from './status-query.ts'

/**
 * The state of an order that the shopper left unpaid, as the shop reports it: nothing is called unpaid before the shop
 * has answered. Leads back to the payment, so that nobody orders twice. See docs/behaviour.md#after-an-order.
 */
export function PendingPaymentNotice() {
  const order = usePendingPayment()
  const concluded = useConcludedOrder()
  useEffect(() => {
    return () => clearConcludedOrder()
  }, [])
  if (order) return <Pending order={order} />
  if (!concluded) return null
  const { orderNumber, state, receipt } = concluded
  const isGood = state !== 'cancelled' && state !== 'refunded'
  return (
    <CartNotice title={copy.concluded[state](orderNumber)} text={copy.concludedText(state, receipt)} isGood={isGood} />
  )
}

function Pending({ order }: { order: PendingPayment }) {
  const { orderId: id, orderNumber, amountShillings } = order
  // `PendingPaymentWatch` on every page sends the query; this reads its answer.
  const { data, errorUpdatedAt } = trpc.orders.paymentStatus.useQuery({ id }, { ...statusQuery, enabled: false })
  if (data?.state === 'unpaid') {
    return (
      <CartNotice
        title={copy.title(orderNumber)}
        text={
          <>
            <span className={styles.amount}>{formatKsh(amountShillings)}</span> {copy.text}
          </>
        }
      >
        <LinkButton to="/checkout">{copy.goOn}</LinkButton>
      </CartNotice>
    )
  }
  // A query without any answer so far forgets its failure as soon as it asks again.
  return errorUpdatedAt > 0 ? (
    <CartNotice title={copy.unknown(orderNumber)} text={copy.unknownText} />
  ) : (
    <CartNotice title={copy.checking(orderNumber)} />
  )
}
