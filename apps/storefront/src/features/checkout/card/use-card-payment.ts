import type { Failure } from '@marashi/api-client/failure'
import { trpc } from '@marashi/api-client/trpc'
import { toast } from '@marashi/ui/toast'
import { useElements, useStripe } from '@stripe/react-stripe-js'
import { useState } from 'react'
import { cardCopy } from '../../../copy/card.ts'
import { type PendingPayment, savePendingPayment } from '../pending/pending-payment.ts'
import { confirmCard } from './confirm-card.ts'
import { intentIdOf, readCardAnswer } from './read-card-answer.ts'

type Step = 'typing' | 'paying' | 'checking' | 'unconfirmed'

/** How a card payment can end for the checkout. */
export type CardPaymentEnds = {
  onPaid: () => void
  /** The order is cancelled, and Stripe charges nothing for it any more. */
  onLeft: () => void
  /** The order stands, and the courier is paid. */
  onDelivery: () => void
}

/** Charges the card and has the shop look at Stripe's books, until it is certain whether money has moved. */
export function useCardPayment({
  order,
  clientSecret,
  onPaid,
}: { order: PendingPayment; clientSecret: string } & Pick<CardPaymentEnds, 'onPaid'>) {
  const stripe = useStripe()
  const elements = useElements()
  const { client } = trpc.useUtils()
  const [step, setStep] = useState<Step>('typing')
  const [problem, setProblem] = useState('')
  const [intentId, setIntentId] = useState(() => intentIdOf(clientSecret))

  function fail(title: string, text: string, next: Step) {
    setStep(next)
    setProblem(text)
    toast({ variant: 'destructive', title, description: text })
  }

  /** A page that dies from here on offers no way out before the shop has looked. */
  const noteCharging = (isCharging: boolean) => savePendingPayment({ ...order, isCharging })

  async function pay() {
    if (!stripe || !elements) return
    setStep('paying')
    setProblem('')
    noteCharging(true)
    const answer = readCardAnswer(
      await stripe
        .confirmPayment({ elements, confirmParams: { return_url: location.href }, redirect: 'if_required' })
        .catch(() => undefined),
      clientSecret,
    )
    if (answer.kind === 'refused') {
      noteCharging(false)
      return fail(cardCopy.failed, answer.text, 'typing')
    }
    setIntentId(answer.intentId)
    await check(answer.intentId)
  }

  async function check(paymentIntentId: string) {
    setStep('checking')
    setProblem('')
    const { orderId } = order
    const confirmation = await confirmCard(() => client.payments.confirmStripe.mutate({ orderId, paymentIntentId }))
    if (confirmation === 'confirmed') onPaid()
    else notifyUnconfirmed(confirmation.failure)
  }

  function notifyUnconfirmed({ status, text }: Failure) {
    if (status === 402) {
      noteCharging(false)
      fail(cardCopy.failed, text, 'typing')
    } else if (status === 404) fail(cardCopy.confirmationFailed, cardCopy.orderNotFound, 'unconfirmed')
    else fail(cardCopy.confirmationFailed, cardCopy.confirmationFailedText(order.orderNumber), 'unconfirmed')
  }

  return { step, problem, isReady: stripe !== null, pay: () => void pay(), check: () => void check(intentId) }
}
