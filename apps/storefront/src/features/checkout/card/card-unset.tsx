import { Button } from '@marashi/ui/button'
import { useState } from 'react'
import { cardCopy } from '../../../copy/card.ts'
import { CardMissing } from '../form/payment/card-missing.tsx'
import { PaymentPanel } from '../payment-panel.tsx'
import type { PendingPayment } from '../pending/pending-payment.ts'
import { usePaymentStatus } from '../pending/use-payment-status.ts'
import { type CardPaymentEnds, endByState } from './end-by-state.ts'
import { OtherWay } from './other-way.tsx'

/**
 * A placed order in a shop that has no key for cards any more. It may be paid all the same, so the shop is asked; `onCheck`
 * asks it whether it takes cards again, and comes back when it has.
 */
export function CardUnset({
  order: { orderId },
  ends,
  onCheck,
}: {
  order: PendingPayment
  ends: CardPaymentEnds
  onCheck: () => Promise<unknown>
}) {
  const { askNow } = usePaymentStatus({
    orderId,
    polling: 'seldom',
    onStatus: ({ state }) => endByState(state, ends),
    onOutage: () => undefined,
  })
  const [note, setNote] = useState('')
  const isChecking = note === cardCopy.checking

  async function check() {
    setNote(cardCopy.checking)
    const [status] = await Promise.all([askNow(), onCheck()])
    // What has changed is shown instead of this.
    if (!status) setNote(cardCopy.leaveFailedText)
    else if (status.state === 'unpaid') setNote(cardCopy.stillUnset)
  }

  return (
    <PaymentPanel title={cardCopy.title} help={cardCopy.help}>
      <CardMissing />
      <Button isBusy={isChecking} onClick={() => void check()}>
        {cardCopy.checkAgain}
      </Button>
      {note && <p role="status">{note}</p>}
      <OtherWay orderId={orderId} onUncertain={() => void check()} {...ends} />
    </PaymentPanel>
  )
}
