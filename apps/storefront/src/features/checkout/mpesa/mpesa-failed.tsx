import { trpc } from '@marashi/api-client/trpc'
import { Button } from '@marashi/ui/button'
import { CircleX } from 'lucide-react'
import { checkoutCopy } from '../../../copy/checkout.ts'
import { mpesaCopy } from '../../../copy/mpesa.ts'
import { goOnAtHeading } from '../go-on-at-heading.ts'
import styles from '../payment-panel.module.css'
import { PaymentPanel } from '../payment-panel.tsx'
import type { PendingPayment } from '../pending/pending-payment.ts'
import { usePayOnDelivery } from '../pending/use-pay-on-delivery.ts'
import { DemoNote, type DemoNoteProps } from './demo-note.tsx'
import { RetryForm } from './retry-form.tsx'
import type { useMpesaPayment } from './use-mpesa-payment.ts'
import { YourselfOption } from './yourself/yourself-option.tsx'

/** The payment failed or timed out: the reason, and what the shopper can do with the order. */
export function MpesaFailed({
  order,
  payment,
  onDelivery,
  mpesa,
}: {
  order: PendingPayment
  payment: ReturnType<typeof useMpesaPayment>
  onDelivery: () => void
} & DemoNoteProps) {
  const { wait, refusal, pendingAction } = payment
  const { data: methods, isLoadingError, refetch } = trpc.payments.methods.useQuery()
  // What could not be asked is offered: the shop itself refuses what is switched off.
  const offers = (method: 'mpesa' | 'manual') => methods?.offered.includes(method) ?? true
  const delivery = usePayOnDelivery({ orderId: order.orderId, onDelivery, onChanged: payment.checkNow })
  const isBusy = pendingAction !== null || delivery.isSwitching
  const isTimeout = wait.phase === 'timedOut'
  return (
    <PaymentPanel title={isTimeout ? mpesaCopy.timeout : mpesaCopy.failed} help={mpesaCopy.help}>
      {isTimeout ? (
        <p className={styles.problem}>{mpesaCopy.timeoutText}</p>
      ) : (
        <>
          <p>{refusal?.isCardOpen ? mpesaCopy.notAskedText : mpesaCopy.failedText}</p>
          <Reason {...(refusal ?? (wait.failure ? mpesaCopy.failures[wait.failure] : mpesaCopy.unpaid))} />
        </>
      )}
      {offers('mpesa') && (
        <>
          <DemoNote mpesa={mpesa} />
          <RetryForm
            phone={payment.phone}
            pause={payment.pause}
            isBusy={isBusy}
            isAsking={pendingAction === 'ask'}
            onRetry={payment.start}
          />
        </>
      )}
      {(mpesa?.payYourself || offers('manual')) && <h3 className={styles.subtitle}>{mpesaCopy.otherWays}</h3>}
      {isLoadingError && (
        <div role="alert" ref={goOnAtHeading}>
          <p>{mpesaCopy.otherWaysFailed}</p>
          <Button variant="outline" onClick={() => void refetch()}>
            {checkoutCopy.retry}
          </Button>
        </div>
      )}
      {mpesa?.payYourself && <YourselfOption order={order} payment={payment} to={mpesa.payYourself} />}
      {offers('manual') && (
        <>
          <Button variant="outline" size="large" isWide isBusy={isBusy} onClick={delivery.payOnDelivery}>
            {delivery.isSwitching ? mpesaCopy.switching : mpesaCopy.payOnDelivery}
          </Button>
          <p className={styles.muted}>{mpesaCopy.payOnDeliveryHint}</p>
        </>
      )}
      <Button variant="outline" isWide isBusy={isBusy} onClick={payment.cancel}>
        {pendingAction === 'cancel' ? mpesaCopy.cancelling : mpesaCopy.cancel}
      </Button>
    </PaymentPanel>
  )
}

function Reason({ title, text }: { title: string; text: string }) {
  return (
    <div className={styles.reason}>
      <CircleX size={24} aria-hidden="true" />
      <div>
        {title !== mpesaCopy.failed && <p className={styles.reasonTitle}>{title}</p>}
        <p>{text}</p>
      </div>
    </div>
  )
}
