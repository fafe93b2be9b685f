import { formatKsh } from '@marashi/domain/rules/money'
import { Button } from '@marashi/ui/button'
import { PaymentElement } from '@stripe/react-stripe-js'
import type { FormEvent } from 'react'
import { cardCopy } from '../../../copy/card.ts'
import styles from '../payment-panel.module.css'
import type { PendingPayment } from '../pending/pending-payment.ts'
import type { CardPaymentEnds } from './end-by-state.ts'
import { OtherWay } from './other-way.tsx'
import { useCardPayment } from './use-card-payment.ts'

/**
 * Stripe's form and the button that pays. Once a card may have been charged, the shopper can only have the payment
 * checked again and cannot leave, so that nobody orders and pays twice.
 */
export function CardForm({
  order,
  clientSecret,
  onUnpaid,
  ...ends
}: { order: PendingPayment; clientSecret: string; onUnpaid: () => Promise<void> } & CardPaymentEnds) {
  const { step, problem, isReady, pay, check } = useCardPayment({ order, clientSecret, onUnpaid, ...ends })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (step === 'typing') pay()
    if (step === 'unconfirmed') check()
  }

  return (
    <form className={styles.content} onSubmit={submit}>
      <PaymentElement />
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <Button type="submit" size="large" isWide isBusy={step === 'paying' || step === 'checking' || !isReady}>
        {
          {
            typing: cardCopy.pay(formatKsh(order.amountShillings)),
            paying: cardCopy.paying,
            checking: cardCopy.checking,
            unconfirmed: cardCopy.checkAgain,
          }[step]
        }
      </Button>
      {step === 'typing' && <OtherWay orderId={order.orderId} {...ends} onUncertain={check} />}
    </form>
  )
}
