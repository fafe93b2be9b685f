import { trpc } from '@marashi/api-client/trpc'
import { formatKsh } from '@marashi/domain/rules/money'
import { Button } from '@marashi/ui/button'
import { Skeleton } from '@marashi/ui/skeleton'
import { toast } from '@marashi/ui/toast'
import { Elements } from '@stripe/react-stripe-js'
import { useEffect, useEffectEvent, useState } from 'react'
import { cardCopy } from '../../../copy/card.ts'
import { CardMissing } from '../card-missing.tsx'
import styles from '../payment-panel.module.css'
import { PaymentPanel } from '../payment-panel.tsx'
import type { useCheckout } from '../use-checkout.ts'
import type { WaitingOrder } from '../waiting-order.ts'
import { CardForm } from './card-form.tsx'
import { cardLook } from './card-look.ts'
import { useCardSetup } from './use-card-setup.ts'

type Props = { order: WaitingOrder; checkout: ReturnType<typeof useCheckout> }

/** From the placed order to the payment by card, or back to the form (specification §4). Comes with Stripe's wrappers. */
export default function CardPanel({ order, checkout }: Props) {
  const { data: methods } = trpc.payments.methods.useQuery()
  if (!methods) return <Skeleton className={styles.panel} />
  if (methods.card) return <CardSteps order={order} checkout={checkout} publishableKey={methods.card.publishableKey} />
  return (
    <PaymentPanel title={cardCopy.title} help={cardCopy.help}>
      <CardMissing />
      <OtherWay checkout={checkout} />
    </PaymentPanel>
  )
}

function CardSteps({ order, checkout, publishableKey }: Props & { publishableKey: string }) {
  const { setup, tryAgain } = useCardSetup(order, publishableKey)
  const [isPaid, setIsPaid] = useState(false)
  const hasFailed = setup.step === 'failed'

  function finish() {
    setIsPaid(true)
    checkout.finish({ title: cardCopy.paidTitle, description: cardCopy.paidText })
  }

  const tellFailure = useEffectEvent(() =>
    toast({ variant: 'destructive', title: cardCopy.setupFailed, description: textOf(setup) }),
  )
  useEffect(() => {
    if (hasFailed) tellFailure()
  }, [hasFailed])

  const finishIfPaid = useEffectEvent(() => setup.step === 'paid' && finish())
  useEffect(() => {
    finishIfPaid()
  }, [setup])

  if (isPaid) {
    return (
      <PaymentPanel title={cardCopy.paid} help={cardCopy.help}>
        <p className={styles.good}>{cardCopy.paidText}</p>
        <p>{cardCopy.thanks(order.orderNumber)}</p>
      </PaymentPanel>
    )
  }
  return (
    <PaymentPanel title={hasFailed ? cardCopy.setupFailed : cardCopy.title} help={cardCopy.help}>
      <p className={styles.muted}>{cardCopy.order(order.orderNumber, formatKsh(order.amountShillings))}</p>
      {setup.step === 'loading' && <p role="status">{cardCopy.loading}</p>}
      {hasFailed && (
        <>
          <p className={styles.problem}>{textOf(setup)}</p>
          <Button onClick={tryAgain}>{cardCopy.tryAgain}</Button>
        </>
      )}
      {setup.step === 'ready' && (
        <Elements stripe={setup.stripe} options={{ clientSecret: setup.clientSecret, appearance: cardLook() }}>
          <CardForm order={order} onPaid={finish} />
        </Elements>
      )}
      <OtherWay checkout={checkout} />
    </PaymentPanel>
  )
}

function OtherWay({ checkout }: Pick<Props, 'checkout'>) {
  return (
    <Button variant="outline" onClick={checkout.leavePayment}>
      {cardCopy.otherWay}
    </Button>
  )
}

function textOf(setup: ReturnType<typeof useCardSetup>['setup']): string {
  return (setup.step === 'failed' && setup.text) || cardCopy.setupFailedText
}
