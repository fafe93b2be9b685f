import type { ShopDetails } from '@marashi/domain/contracts/shop'
import { Skeleton } from '@marashi/ui/skeleton'
import { lazy, Suspense } from 'react'
import { checkoutCopy } from '../../copy/checkout.ts'
import styles from './checkout-page.module.css'
import { MpesaPanel } from './mpesa/mpesa-panel.tsx'
import { PaymentPanel } from './payment-panel.tsx'
import type { useCheckout } from './use-checkout.ts'
import type { WaitingOrder } from './waiting-order.ts'

const loadCardPanel = () => import('./card/card-panel.tsx')
const CardPanel = lazy(loadCardPanel)

/** Starts loading the card form while the shopper is still filling in the rest. */
export function preloadCardPanel(): void {
  // Should it fail now, opening the form tries again and says so.
  loadCardPanel().catch(() => undefined)
}

/** The payment of an order that is placed. */
export function CheckoutPayment(props: {
  order: WaitingOrder
  shop: ShopDetails
  checkout: ReturnType<typeof useCheckout>
}) {
  if (props.order.method === 'mpesa') return <MpesaPanel {...props} />
  return (
    <Suspense fallback={<CardLoading />}>
      <CardPanel {...props} />
    </Suspense>
  )
}

function CardLoading() {
  return (
    <PaymentPanel title={checkoutCopy.cardLoading} help={checkoutCopy.help}>
      <Skeleton className={styles.shape} />
    </PaymentPanel>
  )
}
