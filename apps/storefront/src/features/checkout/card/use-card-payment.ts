import { type Failure, mayBeDone } from '@marashi/api-client/failure'
import { trpc } from '@marashi/api-client/trpc'
import { toast } from '@marashi/ui/toast'
import { useElements, useStripe } from '@stripe/react-stripe-js'
import { useState } from 'react'
import { cardCopy } from '../../../copy/card.ts'
import type { PendingPayment } from '../pending/pending-payment.ts'
import { putPendingPaymentFirst, updatePendingPayment } from '../pending/set-aside.ts'
import { useMayReport } from '../pending/use-may-report.ts'
import { askUntilCertain } from './ask-until-certain.ts'
import { type CardPaymentEnds, endByState } from './end-by-state.ts'
import { intentIdOf, readCardAnswer } from './read-card-answer.ts'

type Step = 'typing' | 'paying' | 'checking' | 'unconfirmed'

/**
 * Charges the card and has the shop check it at Stripe, until it is certain whether it was charged. `onUnpaid` is called where
 * the shop says that it was not: another tab may have ended what this form pays. An order for which this browser no longer
 * waits ends as it stands at the shop.
 */
export function useCardPayment({
  order,
  clientSecret,
  onUnpaid,
  ...ends
}: { order: PendingPayment; clientSecret: string; onUnpaid: () => Promise<void> } & CardPaymentEnds) {
  const stripe = useStripe()
  const elements = useElements()
  const { client } = trpc.useUtils()
  const mayReport = useMayReport(order.orderId)
  const [step, setStep] = useState<Step>('typing')
  const [problem, setProblem] = useState('')
  const [intentId, setIntentId] = useState(() => intentIdOf(clientSecret))

  function fail(title: string, text: string, next: Step) {
    setStep(next)
    setProblem(text)
    toast({ variant: 'destructive', title, description: text })
  }

  /** A page that is closed from here on offers no way out before the shop has checked the payment. */
  const markCharging = (isCharging: boolean) => updatePendingPayment(order.orderId, { isCharging })

  async function pay() {
    if (!stripe || !elements) return
    if (!markCharging(true)) {
      if (!(await isStillUnpaid())) return
      putPendingPaymentFirst({ ...order, isCharging: true, startedAt: Date.now() })
    }
    setStep('paying')
    setProblem('')
    const answer = readCardAnswer(
      await stripe
        .confirmPayment({ elements, confirmParams: { return_url: location.href }, redirect: 'if_required' })
        .catch(() => undefined),
      clientSecret,
    )
    if (answer.kind === 'refused') {
      if (!mayReport()) return
      markCharging(false)
      return fail(cardCopy.failed, answer.text, 'typing')
    }
    setIntentId(answer.intentId)
    await check(answer.intentId)
  }

  /**
   * Another tab has ended the wait for the order since this form was opened: a card payment of it now would be one too many,
   * unless that tab has only waited too long.
   */
  async function isStillUnpaid(): Promise<boolean> {
    setStep('checking')
    setProblem('')
    const status = await askUntilCertain(
      (options) => client.orders.paymentStatus.query({ id: order.orderId }, options),
      mayBeDone,
    )
    if (!mayReport()) return false
    if ('answer' in status) return !endByState(status.answer.state, ends)
    // An order that no longer exists needs no payment.
    if (status.failure.status === 404) ends.onLeft()
    else fail(cardCopy.failed, status.failure.text || cardCopy.leaveFailedText, 'typing')
    return false
  }

  async function check(paymentIntentId: string) {
    setStep('checking')
    setProblem('')
    const { orderId } = order
    const confirmation = await askUntilCertain(
      (options) => client.payments.confirmStripe.mutate({ orderId, paymentIntentId }, options),
      // A broken connection is like a payment that is still processing: the card may have been charged.
      (failure) => failure.code === 'STILL_PROCESSING' || mayBeDone(failure),
    )
    if ('answer' in confirmation) ends.onPaid()
    else if (mayReport()) await handleUnconfirmed(confirmation.failure)
  }

  async function handleUnconfirmed({ status, text }: Failure) {
    if (status === 402) {
      if (!markCharging(false) && !(await isStillUnpaid())) return
      fail(cardCopy.failed, text, 'checking')
      // A second try before that is known would be made with a form that may be taken away.
      await onUnpaid()
      setStep('typing')
    } else if (status === 404) fail(cardCopy.confirmationFailed, cardCopy.orderNotFound, 'unconfirmed')
    else if (status === 429) fail(cardCopy.confirmationFailed, text, 'unconfirmed')
    else fail(cardCopy.confirmationFailed, cardCopy.confirmationFailedText(order.orderNumber), 'unconfirmed')
  }

  return { step, problem, isReady: stripe !== null, pay: () => void pay(), check: () => void check(intentId) }
}
