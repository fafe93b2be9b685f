import { type Failure, failureOf } from '@marashi/api-client/failure'
import { trpc } from '@marashi/api-client/trpc'
import { Button } from '@marashi/ui/button'
import { toast } from '@marashi/ui/toast'
import { useState } from 'react'
import { cardCopy } from '../../../copy/card.ts'
import { type CardPaymentEnds, endByState } from './end-by-state.ts'

/**
 * Leaves the card for another payment method. The shop first cancels the payment at Stripe, so that a charge whose
 * answer was lost is found and none can follow. `onUncertain` is called while Stripe is charging. With `onOtherWay` the
 * shop does so once the shopper has chosen that method, and the order lives on.
 */
export function OtherWay({
  orderId,
  onUncertain,
  ...ends
}: { orderId: string; onUncertain: () => void } & CardPaymentEnds) {
  const { client } = trpc.useUtils()
  const [isLeaving, setLeaving] = useState(false)

  async function leave() {
    setLeaving(true)
    try {
      const { state } = await client.payments.cancelStripe.mutate({ orderId })
      if (!endByState(state, ends)) ends.onLeft()
    } catch (error) {
      setLeaving(false)
      stay(failureOf(error))
    }
  }

  function stay({ status, code, text }: Failure) {
    // An order that no longer exists needs no payment.
    if (status === 404) return ends.onLeft()
    if (code === 'STILL_PROCESSING') return onUncertain()
    toast({ variant: 'destructive', title: cardCopy.leaveFailed, description: text || cardCopy.leaveFailedText })
  }

  return (
    <Button variant="outline" isWide isBusy={isLeaving} onClick={ends.onOtherWay ?? (() => void leave())}>
      {isLeaving ? cardCopy.leaving : cardCopy.otherWay}
    </Button>
  )
}
