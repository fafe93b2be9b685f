import { trpc } from '@marashi/api-client/trpc'
import type { ShopDetails } from '@marashi/domain/contracts/shop'
import { Button } from '@marashi/ui/button'
import { mpesaCopy } from '../../../copy/mpesa.ts'
import styles from '../payment-panel.module.css'
import { PaymentPanel } from '../payment-panel.tsx'
import type { useCheckout } from '../use-checkout.ts'
import type { WaitingOrder } from '../waiting-order.ts'
import { AskAgain } from './ask-again.tsx'
import { DemoNote } from './demo-note.tsx'
import { waitTimeoutMs } from './mpesa-wait.ts'
import { PhoneSketch } from './phone-sketch.tsx'
import { useMpesaPayment } from './use-mpesa-payment.ts'

/** From the placed order to the payment by M-Pesa, or back to the form (specification §4). */
export function MpesaPanel({
  order,
  shop,
  checkout,
}: {
  order: WaitingOrder
  shop: ShopDetails
  checkout: ReturnType<typeof useCheckout>
}) {
  const { data: methods } = trpc.payments.methods.useQuery()
  const payment = useMpesaPayment({
    order,
    examplePhone: shop.phone,
    onPaid: (receipt) =>
      checkout.finish({
        title: mpesaCopy.paidTitle,
        description: receipt ? mpesaCopy.receipt(receipt) : mpesaCopy.receiptFollows,
      }),
    onCancelled: checkout.leavePayment,
  })
  const { wait, phone, errand, refusal } = payment
  const { phase } = wait
  const isCancelling = errand === 'cancel'
  const cancelButton = (
    <Button variant="outline" isBusy={errand !== null} onClick={() => void payment.cancel()}>
      {isCancelling ? mpesaCopy.cancelling : mpesaCopy.cancel}
    </Button>
  )

  if (phase === 'cancelled') return null
  if (phase === 'paid') {
    return (
      <PaymentPanel title={mpesaCopy.paid} help={mpesaCopy.help}>
        <p className={styles.good}>{wait.receipt ? mpesaCopy.receipt(wait.receipt) : mpesaCopy.receiptFollows}</p>
        <p>{mpesaCopy.thanks(order.orderNumber)}</p>
      </PaymentPanel>
    )
  }
  if (phase === 'timedOut' || phase === 'failed') {
    const isTimeout = phase === 'timedOut'
    return (
      <PaymentPanel title={isTimeout ? mpesaCopy.timeout : (refusal?.title ?? mpesaCopy.failed)} help={mpesaCopy.help}>
        <p className={styles.problem}>{isTimeout ? mpesaCopy.timeoutText : refusal?.text || mpesaCopy.failedText}</p>
        <DemoNote mpesa={methods?.mpesa} />
        <AskAgain phone={phone} isBusy={errand !== null} isAsking={errand === 'ask'} onAsk={payment.tryAgain}>
          {cancelButton}
        </AskAgain>
      </PaymentPanel>
    )
  }
  if (phase === 'asking') {
    return (
      <PaymentPanel title={mpesaCopy.asking} help={mpesaCopy.help}>
        <p role="status">{mpesaCopy.askingText}</p>
        <PhoneSketch order={order} merchant={shop.name} />
        <DemoNote mpesa={methods?.mpesa} />
      </PaymentPanel>
    )
  }
  return (
    <PaymentPanel title={mpesaCopy.waiting} help={mpesaCopy.help}>
      <p>{mpesaCopy.sentTo(phone)}</p>
      <PhoneSketch order={order} merchant={shop.name} />
      <DemoNote mpesa={methods?.mpesa} />
      <p role="status">{wait.isResendDue ? mpesaCopy.late : mpesaCopy.until(timeOf(wait.since + waitTimeoutMs))}</p>
      <div className={styles.buttons}>
        <Button variant={wait.isResendDue ? 'primary' : 'outline'} isBusy={errand !== null} onClick={payment.resend}>
          {errand === 'resend' ? mpesaCopy.resending : mpesaCopy.resend}
        </Button>
        {cancelButton}
      </div>
    </PaymentPanel>
  )
}

/** "14:35" in Nairobi, whatever the phone's own settings are. */
function timeOf(instantMs: number): string {
  return new Date(instantMs).toLocaleTimeString('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'Africa/Nairobi',
  })
}
