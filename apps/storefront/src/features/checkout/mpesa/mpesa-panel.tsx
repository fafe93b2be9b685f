import { trpc } from '@marashi/api-client/trpc'
import type { ShopDetails } from '@marashi/domain/contracts/shop'
import { Skeleton } from '@marashi/ui/skeleton'
import { mpesaCopy } from '../../../copy/mpesa.ts'
import styles from '../payment-panel.module.css'
import { PaymentPanel } from '../payment-panel.tsx'
import type { PendingPayment } from '../pending/pending-payment.ts'
import type { PaymentEnds } from '../use-checkout.ts'
import { DemoNote } from './demo-note.tsx'
import { MpesaFailed } from './mpesa-failed.tsx'
import { MpesaWaiting } from './mpesa-waiting.tsx'
import { PhoneSketch } from './phone-sketch.tsx'
import { useMpesaPayment } from './use-mpesa-payment.ts'

/** The M-Pesa payment of a placed order, up to the payment, another payment method or the form. */
export function MpesaPanel({
  order,
  shop,
  checkout,
}: {
  order: PendingPayment
  shop: ShopDetails
  checkout: PaymentEnds
}) {
  const { data: methods } = trpc.payments.methods.useQuery()
  const mpesa = methods?.mpesa
  const payment = useMpesaPayment({
    order,
    examplePhone: shop.phone,
    onPaid: (receipt) =>
      checkout.finishPaid({
        title: mpesaCopy.paidTitle,
        description: receipt ? mpesaCopy.receipt(receipt) : mpesaCopy.receiptFollows,
      }),
    onCancelled: checkout.leaveCancelled,
    onDelivery: checkout.finishOnDelivery,
    onRefunded: checkout.leaveRefunded,
  })
  const { wait } = payment

  if (wait.phase === 'cancelled') return null
  if (wait.phase === 'paid') {
    return (
      <PaymentPanel title={mpesaCopy.paid} help={mpesaCopy.help}>
        <p className={styles.good}>{wait.receipt ? mpesaCopy.receipt(wait.receipt) : mpesaCopy.receiptFollows}</p>
        <p>{mpesaCopy.thanks(order.orderNumber)}</p>
      </PaymentPanel>
    )
  }
  if (payment.isFirstCheck) {
    return (
      <PaymentPanel title={mpesaCopy.checking} help={mpesaCopy.help}>
        <Skeleton className={styles.shape} />
      </PaymentPanel>
    )
  }
  if (wait.phase === 'timedOut' || wait.phase === 'failed') {
    return <MpesaFailed order={order} payment={payment} onDelivery={checkout.finishOnDelivery} mpesa={mpesa} />
  }
  if (wait.phase === 'asking') {
    return (
      <PaymentPanel title={mpesaCopy.asking} help={mpesaCopy.help}>
        <p role="status">{mpesaCopy.askingText}</p>
        <PhoneSketch order={order} merchant={shop.name} />
        <DemoNote mpesa={mpesa} />
      </PaymentPanel>
    )
  }
  return <MpesaWaiting order={order} shop={shop} payment={payment} mpesa={mpesa} />
}
