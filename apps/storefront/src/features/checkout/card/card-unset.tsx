import type { PaymentStatus } from '@marashi/domain/contracts/orders'
import { Button } from '@marashi/ui/button'
import { cardCopy } from '../../../copy/card.ts'
import { CardMissing } from '../form/payment/card-missing.tsx'
import { PaymentPanel } from '../payment-panel.tsx'
import type { PendingPayment } from '../pending/pending-payment.ts'
import { usePaymentStatus } from '../pending/use-payment-status.ts'
import { OtherWay } from './other-way.tsx'
import type { CardPaymentEnds } from './use-card-payment.ts'

/**
 * A placed order in a shop that has no key for cards any more. It may be paid all the same, so the shop is asked; `onCheck`
 * asks it whether it takes cards again.
 */
export function CardUnset({
  order: { orderId },
  ends,
  onCheck,
}: {
  order: PendingPayment
  ends: CardPaymentEnds
  onCheck: () => void
}) {
  function handleStatus({ state }: PaymentStatus) {
    if (state === 'paid') ends.onPaid()
    if (state === 'on-delivery') ends.onDelivery()
    if (state === 'refunded') ends.onRefunded()
    if (state === 'cancelled') ends.onLeft()
  }

  const { askNow } = usePaymentStatus({ orderId, polling: 'seldom', onStatus: handleStatus, onOutage: () => undefined })
  function check() {
    askNow()
    onCheck()
  }

  return (
    <PaymentPanel title={cardCopy.title} help={cardCopy.help}>
      <CardMissing />
      <Button onClick={check}>{cardCopy.checkAgain}</Button>
      <OtherWay orderId={orderId} onUncertain={check} {...ends} />
    </PaymentPanel>
  )
}
