import type { Failure } from '@marashi/api-client/failure'
import { trpc } from '@marashi/api-client/trpc'
import { formatKsh } from '@marashi/domain/rules/money'
import { Button } from '@marashi/ui/button'
import { toast } from '@marashi/ui/toast'
import { PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import { type FormEvent, useState } from 'react'
import { cardCopy } from '../../../copy/card.ts'
import styles from '../payment-panel.module.css'
import type { WaitingOrder } from '../waiting-order.ts'
import { confirmCard } from './confirm-card.ts'

type Step = 'typing' | 'paying' | 'checking' | 'unconfirmed'

/** Stripe's form and the button that pays. Once the card is charged only its confirmation is asked again. */
export function CardForm({ order, onPaid }: { order: WaitingOrder; onPaid: () => void }) {
  const stripe = useStripe()
  const elements = useElements()
  const { client } = trpc.useUtils()
  const [step, setStep] = useState<Step>('typing')
  const [problem, setProblem] = useState('')
  const [intentId, setIntentId] = useState('')

  function fail(title: string, text: string, next: Step) {
    setStep(next)
    setProblem(text)
    toast({ variant: 'destructive', title, description: text })
  }

  async function pay() {
    if (!stripe || !elements) return
    setStep('paying')
    setProblem('')
    const { error, paymentIntent } = await stripe.confirmPayment({
      elements,
      confirmParams: { return_url: location.href },
      redirect: 'if_required',
    })
    if (error) return fail(cardCopy.failed, error.message ?? '', 'typing')
    setIntentId(paymentIntent.id)
    await check(paymentIntent.id)
  }

  async function check(paymentIntentId: string) {
    setStep('checking')
    const { orderId } = order
    const confirmation = await confirmCard(() => client.payments.confirmStripe.mutate({ orderId, paymentIntentId }))
    if (confirmation === 'confirmed') onPaid()
    else tellUnconfirmed(confirmation.failure)
  }

  function tellUnconfirmed({ status, text }: Failure) {
    if (status === 402) fail(cardCopy.failed, text, 'typing')
    else if (status === 404) fail(cardCopy.confirmationFailed, cardCopy.orderNotFound, 'unconfirmed')
    else fail(cardCopy.confirmationFailed, cardCopy.confirmationFailedText(order.orderNumber), 'unconfirmed')
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (step === 'typing') void pay()
    if (step === 'unconfirmed') void check(intentId)
  }

  return (
    <form className={styles.content} onSubmit={submit}>
      <PaymentElement />
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <Button type="submit" size="large" isWide isBusy={step === 'paying' || step === 'checking' || !stripe}>
        {
          {
            typing: cardCopy.pay(formatKsh(order.amountShillings)),
            paying: cardCopy.paying,
            checking: cardCopy.checking,
            unconfirmed: cardCopy.checkAgain,
          }[step]
        }
      </Button>
    </form>
  )
}
