import { Button } from '@marashi/ui/button'
import { cardCopy } from '../../../copy/card.ts'
import { CardMissing } from '../form/payment/card-missing.tsx'
import { PaymentPanel } from '../payment-panel.tsx'
import type { PendingPayment } from '../pending/pending-payment.ts'
import { usePaymentStatus } from '../pending/use-payment-status.ts'
import { type CardPaymentEnds, endByState } from './end-by-state.ts'
import { OtherWay } from './other-way.tsx'

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
  const { askNow } = usePaymentStatus({
    orderId,
    polling: 'seldom',
    onStatus: ({ state }) => endByState(state, ends),
    onOutage: () => undefined,
  })
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
