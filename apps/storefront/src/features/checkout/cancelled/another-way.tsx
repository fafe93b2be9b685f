import { trpc } from '@marashi/api-client/trpc'
import { formatKsh } from '@marashi/domain/rules/money'
import { Button } from '@marashi/ui/button'
import { checkoutCopy } from '../../../copy/checkout.ts'
import { mpesaCopy } from '../../../copy/mpesa.ts'
import { firstWorking, type PaymentMethod, paymentMethodsFor } from '../form/payment/payment-methods.ts'
import { goOnAtHeading } from '../go-on-at-heading.ts'
import { savedPause } from '../mpesa/prompt-pause.ts'
import { RetryForm } from '../mpesa/retry-form.tsx'
import styles from '../payment-panel.module.css'
import { PaymentPanel } from '../payment-panel.tsx'
import type { PendingPayment } from '../pending/pending-payment.ts'
import type { PaymentEnds } from '../use-checkout.ts'
import { useAnotherWay } from './use-another-way.ts'

type Words = { title: string; text?: string; mpesa: string; ask?: string; back: string }

const afterCancelling: Words = {
  title: mpesaCopy.payAnotherWay,
  text: mpesaCopy.anotherWayText,
  mpesa: mpesaCopy.mpesaAgain,
  back: mpesaCopy.backToForm,
}

/** The ways to pay an order that was cancelled at M-Pesa, or that is still open. See docs/behaviour.md#pay-another-way. */
export function AnotherWay({
  order,
  checkout,
  onBack,
  words = afterCancelling,
}: {
  order: PendingPayment
  checkout: PaymentEnds
  onBack: () => void
  words?: Words
}) {
  const { data, isError, refetch } = trpc.payments.methods.useQuery()
  const { pendingWay, pay } = useAnotherWay(order, checkout)
  const isBusy = pendingWay !== null
  const total = formatKsh(order.amountShillings)
  const offered = paymentMethodsFor(data ?? null, order.amountShillings)
  const works = (id: PaymentMethod['id']) =>
    offered.some((method) => method.id === id && method.isOpen && !method.isMissing)
  return (
    <PaymentPanel title={words.title} help={mpesaCopy.help}>
      <p className={styles.muted}>{mpesaCopy.anotherWay(order.orderNumber, total)}</p>
      {words.text && <p>{words.text}</p>}
      {isError && (
        <div role="alert" ref={goOnAtHeading}>
          <p>{checkoutCopy.paymentFailedToLoad}</p>
          <Button variant="outline" onClick={() => void refetch()}>
            {checkoutCopy.retry}
          </Button>
        </div>
      )}
      {data && !firstWorking(offered) && <p role="alert">{checkoutCopy.noWayToPay}</p>}
      {works('mpesa') && (
        <>
          <h3 className={styles.subtitle}>{words.mpesa}</h3>
          <RetryForm
            phone={order.phone}
            word={words.ask}
            pause={savedPause(order)}
            isBusy={isBusy}
            isAsking={pendingWay === 'mpesa'}
            onRetry={(phone) => pay('mpesa', phone)}
          />
        </>
      )}
      {(works('stripe') || works('manual')) && <h3 className={styles.subtitle}>{mpesaCopy.otherWays}</h3>}
      {works('stripe') && (
        <Button variant="outline" size="large" isWide isBusy={isBusy} onClick={() => pay('stripe')}>
          {pendingWay === 'stripe' ? mpesaCopy.switching : mpesaCopy.cardInstead(total)}
        </Button>
      )}
      {works('manual') && (
        <>
          <Button variant="outline" size="large" isWide isBusy={isBusy} onClick={() => pay('manual')}>
            {pendingWay === 'manual' ? mpesaCopy.switching : mpesaCopy.payOnDelivery}
          </Button>
          <p className={styles.muted}>{mpesaCopy.payOnDeliveryHint}</p>
        </>
      )}
      <Button variant="ghost" isWide isBusy={isBusy} onClick={onBack}>
        {words.back}
      </Button>
    </PaymentPanel>
  )
}
