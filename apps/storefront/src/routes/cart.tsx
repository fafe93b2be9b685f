import { createFileRoute } from '@tanstack/react-router'
import { CartPage } from '../features/cart/cart-page.tsx'
import { PendingPaymentNotice } from '../features/checkout/pending/pending-payment-notice.tsx'
import { pageHead } from '../lib/head.ts'

export const Route = createFileRoute('/cart')({
  head: ({ match }) => pageHead('cart', match.context.shop),
  component: CartRoute,
})

function CartRoute() {
  const { shop } = Route.useRouteContext()
  return (
    <>
      <PendingPaymentNotice />
      <CartPage shop={shop} />
    </>
  )
}
