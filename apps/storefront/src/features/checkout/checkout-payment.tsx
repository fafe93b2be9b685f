import type { ShopDetails } from '@marashi/domain/contracts/shop'
import { latePart } from '@marashi/ui/late-part'
import { PartBoundary } from '@marashi/ui/part-boundary'
import { Skeleton } from '@marashi/ui/skeleton'
import { checkoutCopy } from '../../copy/checkout.ts'
import { siteCopy } from '../../copy/site.ts'
import { MissingPart } from '../../lib/missing-code.tsx'
import styles from './checkout-page.module.css'
import { MpesaPanel } from './mpesa/mpesa-panel.tsx'
import { PaymentPanel } from './payment-panel.tsx'
import type { PendingPayment } from './pending/pending-payment.ts'
import type { PaymentEnds } from './use-checkout.ts'

type Payment = { order: PendingPayment; shop: ShopDetails; checkout: PaymentEnds }

const CardPanel = latePart<Payment>(() => import('./card/card-panel.tsx').then((module) => module.default), {
  Waiting: () => (
    <PaymentPanel title={checkoutCopy.cardLoading} help={checkoutCopy.help}>
      <Skeleton className={styles.shape} />
    </PaymentPanel>
  ),
  Missing: (props) => (
    <PaymentPanel title={checkoutCopy.cardUnloaded} help={checkoutCopy.help}>
      <MissingPart {...props} />
    </PaymentPanel>
  ),
})

/** Loads the card form while the shopper still fills in the rest. */
export const preloadCardPanel = CardPanel.preload

/** The payment of a placed order. */
export function CheckoutPayment(payment: Payment) {
  const Panel = payment.order.method === 'mpesa' ? MpesaPanel : CardPanel
  return (
    <PartBoundary words={siteCopy.failedPart}>
      <Panel {...payment} />
    </PartBoundary>
  )
}
