import { createFileRoute } from '@tanstack/react-router'
import { CheckoutPage } from '../features/checkout/checkout-page.tsx'
import { pageHead } from '../lib/head.ts'

export const Route = createFileRoute('/checkout')({
  head: ({ match }) => pageHead('checkout', match.context.shop),
  component: CheckoutRoute,
})

function CheckoutRoute() {
  const { shop } = Route.useRouteContext()
  return <CheckoutPage shop={shop} />
}
