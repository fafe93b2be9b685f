import { createFileRoute } from '@tanstack/react-router'
import { CartPage } from '../features/cart/cart-page.tsx'
import { UnansweredOrderNotice } from '../features/checkout/attempt/unanswered-order-notice.tsx'
import { usePendingPayment } from '../features/checkout/pending/pending-payment.ts'
import { PendingPaymentNotice } from '../features/checkout/pending/pending-payment-notice.tsx'
import { heldItems } from '../features/checkout/pending/set-aside.ts'
import { pageHead } from '../lib/head.ts'

export const Route = createFileRoute('/cart')({
  head: ({ match }) => pageHead('cart', match.context.shop),
  component: CartRoute,
})

function CartRoute() {
  const { shop } = Route.useRouteContext()
  return (
    <>
      <UnansweredOrderNotice />
      <PendingPaymentNotice />
      <CartPage shop={shop} held={heldItems(usePendingPayment())} />
    </>
  )
}
