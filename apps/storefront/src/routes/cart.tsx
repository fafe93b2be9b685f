import { createFileRoute } from '@tanstack/react-router'
import { CartPage } from '../features/cart/cart-page.tsx'
import { UnansweredOrderNotice } from '../features/checkout/attempt/unanswered-order-notice.tsx'
import { PendingPaymentNotice } from '../features/checkout/pending/pending-payment-notice.tsx'
import { useHeldItems } from '../features/checkout/pending/use-held-items.ts'
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
      <CartPage shop={shop} held={useHeldItems()} />
    </>
  )
}
