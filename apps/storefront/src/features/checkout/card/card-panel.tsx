import { trpc } from '@marashi/api-client/trpc'
import { formatKsh } from '@marashi/domain/rules/money'
import { Button } from '@marashi/ui/button'
import { toast } from '@marashi/ui/toast'
import { Elements } from '@stripe/react-stripe-js'
import { useEffect, useEffectEvent, useState } from 'react'
import { cardCopy } from '../../../copy/card.ts'
import styles from '../payment-panel.module.css'
import { PaymentPanel } from '../payment-panel.tsx'
import type { PendingPayment } from '../pending/pending-payment.ts'
import { usePendingPaymentOf } from '../pending/set-aside.ts'
import type { PaymentEnds } from '../use-checkout.ts'
import { cardAppearance } from './card-appearance.ts'
import { CardForm } from './card-form.tsx'
import { CardPaid } from './card-paid.tsx'
import { CardUnset } from './card-unset.tsx'
import type { CardPaymentEnds } from './end-by-state.ts'
import { OtherWay } from './other-way.tsx'
import { type CardSetup, useCardSetup } from './use-card-setup.ts'

type Props = { order: PendingPayment; checkout: PaymentEnds }

/** The card payment of a placed order. Loaded on demand, because it brings Stripe's code. */
export default function CardPanel({ order, checkout }: Props) {
  const { data: methods, isError, refetch } = trpc.payments.methods.useQuery()
  const [isPaid, setPaid] = useState(false)
  const ends: CardPaymentEnds = {
    onPaid: () => {
      setPaid(true)
      checkout.finishPaid({ title: cardCopy.paidTitle, description: cardCopy.thanks(order.orderNumber) })
    },
    onLeft: checkout.leavePayment,
    onDelivery: checkout.finishOnDelivery,
    onRefunded: checkout.leaveRefunded,
    onOtherWay: checkout.changeWay,
  }
  if (isPaid) return <CardPaid order={order} />
  if (!methods) return <CardMethods hasFailed={isError} onRetry={() => void refetch()} />
  if (methods.card) return <CardSteps order={order} ends={ends} publishableKey={methods.card.publishableKey} />
  return <CardUnset order={order} ends={ends} onCheck={refetch} />
}

/** Until the shop has said whether it has a key for cards: after a reload it is asked anew. */
function CardMethods({ hasFailed, onRetry }: { hasFailed: boolean; onRetry: () => void }) {
  return (
    <PaymentPanel title={hasFailed ? cardCopy.setupFailed : cardCopy.title} help={cardCopy.help}>
      {hasFailed ? (
        <>
          <p className={styles.problem} role="alert">
            {cardCopy.setupFailedText}
          </p>
          <Button onClick={onRetry}>{cardCopy.tryAgain}</Button>
        </>
      ) : (
        <p role="status">{cardCopy.loading}</p>
      )}
    </PaymentPanel>
  )
}

function CardSteps({
  order,
  ends,
  publishableKey,
}: {
  order: PendingPayment
  ends: CardPaymentEnds
  publishableKey: string
}) {
  const { setup, tryAgain, renew } = useCardSetup(order, publishableKey)
  const hasFailed = setup.step === 'failed'
  const isCharging = usePendingPaymentOf(order.orderId)?.isCharging === true

  const handleStep = useEffectEvent(() => {
    if (setup.step === 'failed') {
      toast({ variant: 'destructive', title: cardCopy.setupFailed, description: textOf(setup) })
    }
    if (setup.step === 'paid') ends.onPaid()
    if (setup.step === 'cancelled') ends.onLeft()
    if (setup.step === 'refunded') ends.onRefunded()
  })
  useEffect(() => {
    handleStep()
  }, [setup])

  return (
    <PaymentPanel title={hasFailed ? cardCopy.setupFailed : cardCopy.title} help={cardCopy.help}>
      <p className={styles.muted}>{cardCopy.order(order.orderNumber, formatKsh(order.amountShillings))}</p>
      {setup.step === 'loading' && <p role="status">{cardCopy.loading}</p>}
      {setup.step === 'checking' && <p role="status">{cardCopy.checking}</p>}
      {setup.step === 'unconfirmed' && (
        <>
          <p className={styles.problem} role="alert">
            {cardCopy.confirmationFailedText(order.orderNumber)}
          </p>
          <Button onClick={tryAgain}>{cardCopy.checkAgain}</Button>
        </>
      )}
      {setup.step === 'failed' && (
        <>
          <p className={styles.problem} role="alert">
            {textOf(setup)}
          </p>
          <Button onClick={tryAgain}>{cardCopy.tryAgain}</Button>
          {/* There is none while nobody knows whether the card was charged. */}
          {!(isCharging && setup.isUncertain) && <OtherWay orderId={order.orderId} {...ends} onUncertain={tryAgain} />}
        </>
      )}
      {setup.step === 'ready' && (
        <Elements
          key={setup.clientSecret}
          stripe={setup.stripe}
          options={{ clientSecret: setup.clientSecret, appearance: cardAppearance() }}
        >
          <CardForm order={order} clientSecret={setup.clientSecret} onUnpaid={renew} {...ends} />
        </Elements>
      )}
    </PaymentPanel>
  )
}

const textOf = (setup: CardSetup): string => (setup.step === 'failed' && setup.text) || cardCopy.setupFailedText
