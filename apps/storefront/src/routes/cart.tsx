import { createFileRoute } from '@tanstack/react-router'
import { CartPage } from '../features/cart/cart-page.tsx'
import { WaitingOrderNotice } from '../features/checkout/waiting-order-notice.tsx'
import { pageHead } from '../lib/head.ts'

export const Route = createFileRoute('/cart')({
  head: ({ match }) => pageHead('cart', match.context.shop),
  component: CartRoute,
})

function CartRoute() {
  const { shop } = Route.useRouteContext()
  return (
    <>
      <WaitingOrderNotice />
      <CartPage shop={shop} />
    </>
  )
}
